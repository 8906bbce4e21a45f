// A transcript in the order both interfaces want it: each call has an id, and right behind the calls of a reply stands one output for each,
// in the same order. The ids are made from positions: the same transcript gives the same request, whoever asks and how often, and a
// provider's own ids are kept nowhere. An output that is missing is put in as not run, or the provider would refuse the request.
import type { ModelView, StoredCall, TranscriptMessage } from '../../../core/moves/agent-kit';

export interface ShownCall {
  readonly id: string;
  readonly tool: string;
  readonly argsText: string;
}

export type ShownItem =
  | { readonly kind: 'customer' | 'program'; readonly text: string }
  | { readonly kind: 'assistant'; readonly text: string; readonly calls: readonly ShownCall[] }
  | { readonly kind: 'output'; readonly id: string; readonly text: string };

/** Marks the root of a turn's branch for the store; it holds the caller's request id and says nothing to a model. */
const rootOfTurn = /^turn opened, request /;

const isShown = (message: TranscriptMessage): boolean =>
  !(message.role === 'program' && (message.text === '' || rootOfTurn.test(message.text)));

/** Neither interface has a mark of its own for a result that is an error. */
const outputText = ({ isError, text }: { isError: boolean; text: string }): string =>
  isError ? `is_error: true\n${text}` : text;

const notRun = 'is_error: true\n{"status":"error","kind":"temporary","words":"not run"}';

/** What is no JSON object some servers refuse to read back; the model sees it as what it was. */
const shownArgs = (argsText: string): string => {
  try {
    const value: unknown = JSON.parse(argsText);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return argsText;
  } catch {
    // Shown below as a text, which loses nothing.
  }
  return JSON.stringify({ unreadable_arguments: argsText });
};

const shownCalls = (turn: number, calls: readonly StoredCall[]): readonly ShownCall[] =>
  calls.map(({ tool, argsText }, position) => ({
    id: `call_${turn}_${position}`,
    tool,
    argsText: shownArgs(argsText),
  }));

/** The view's messages as items of a request. */
export const shownItems = ({ messages }: Pick<ModelView, 'messages'>): readonly ShownItem[] => {
  const items: ShownItem[] = [];
  let open: ShownCall[] = [];
  let turn = 0;
  const close = (): void => {
    items.push(...open.map(({ id }): ShownItem => ({ kind: 'output', id, text: notRun })));
    open = [];
  };
  for (const message of messages.filter(isShown)) {
    if (message.role === 'tool') {
      const call = open.shift();
      // A result without a call cannot be paired; what it says is still a fact of the turn.
      if (call === undefined)
        items.push({ kind: 'program', text: `Result of ${message.tool}: ${outputText(message)}` });
      else items.push({ kind: 'output', id: call.id, text: outputText(message) });
      continue;
    }
    close();
    if (message.role === 'assistant') {
      const calls = shownCalls(turn, message.calls);
      items.push({ kind: 'assistant', text: message.text, calls });
      open = [...calls];
      turn += 1;
    } else items.push({ kind: message.role, text: message.text });
  }
  close();
  return items;
};
