// The codec server beside a development server that is started here (`turnkeep dev --codec`, a demonstration in the Web UI). The Web UI is
// told its address when the Temporal server starts, before there is a key store to serve from: so port and token are settled first,
// and the server comes last.
import { findFreePort } from '../../temporal-config/free-port';
import type { Settings } from '../../temporal-config/settings';
import { provideToken, serveCodec, urlOf, webUiUrl, type CodecServer } from './serve-codec';

export interface CodecPlan {
  readonly port: number;
  /** A secret: for the Web UI alone. */
  readonly webUiUrl: string;
}

export const planCodec = async (settings: Pick<Settings, 'codec' | 'file' | 'home'>): Promise<CodecPlan> => {
  const port = await findFreePort(settings.codec.port);
  const { token } = await provideToken(settings);
  return { port, webUiUrl: webUiUrl(urlOf(settings.codec.host, port), token) };
};

/** Pages of the Web UI started here may ask, by both names of this host, wherever its port is. */
export const startCodec = (
  settings: Settings,
  plan: CodecPlan,
  { webUi, note }: { readonly webUi: string | undefined; readonly note: (line: string) => void },
): Promise<CodecServer> => {
  const origins = webUi === undefined ? [] : [webUi, webUi.replace('127.0.0.1', 'localhost')];
  return serveCodec(settings, { port: plan.port, origins, note });
};
