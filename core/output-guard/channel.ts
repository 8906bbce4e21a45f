// A reply comes through one of two channels: text, or calls of tools. Which one is open is the program's choice. A call that
// arrives while no tool is offered is denied and never run, whatever it asks for; so is prose where only a call was allowed.

/** `either`: tools are offered and the model may also answer. */
export type OpenChannel = 'answer' | 'either' | 'call';

export interface ChannelInput {
  readonly channel: OpenChannel;
  readonly calls: readonly { readonly tool: string }[];
}

/** The channel's error, or undefined when the reply came through an open one. */
export const channelError = ({ channel, calls }: ChannelInput): string | undefined => {
  if (channel === 'answer' && calls.length > 0) {
    const names = calls.map((call) => JSON.stringify(call.tool.slice(0, 64)));
    return `expected an answer and no tool call, got a call of ${names.slice(0, 5).join(', ')}`;
  }
  if (channel === 'call' && calls.length === 0) return 'expected a tool call, got text';
  return undefined;
};

/** The paired result of a call that came through a closed channel. */
export const deniedCallWords = 'not run: no tool may be called now';
