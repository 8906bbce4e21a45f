// Settings of the codec server. It opens what Temporal holds sealed, so it listens on loopback unless its owner names another address
// here, and a token of the owner's own with it: no flag widens that.
import { z } from 'zod';
import { serverAddress } from './server-address';

export const DEFAULT_CODEC_PORT = 7246;
const DEFAULT_HOST = '127.0.0.1';
const UI_PORT_OFFSET = 1000;

/** `http://127.0.0.1:8233` and nothing behind it, as a browser names the page that asks; undefined for anything else. */
export const parseOrigin = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined;
  const { origin, protocol, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
};

export const ORIGIN_WORDS = 'expected an origin as http://127.0.0.1:8233, without a path';

const settings = z.strictObject({
  host: z.string().min(1).default(DEFAULT_HOST),
  port: z.int().min(0).max(65_535).default(DEFAULT_CODEC_PORT),
  /** Pages that may ask from a browser; in place of the development server's Web UI. */
  origins: z.array(z.string().refine((text) => parseOrigin(text) !== undefined, { error: ORIGIN_WORDS })).optional(),
  /** A file with the token, relative to the settings file; needed where `host` is not loopback. */
  tokenFile: z.string().min(1).optional(),
});

export const codecSchema = settings.prefault({});
export type CodecSettings = z.infer<typeof settings>;
export const codecSettingNames = Object.keys(settings.shape);

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Where the Web UI of a development server of this host is; none for a server elsewhere, whose UI may be anywhere. */
export const developmentOrigins = (
  temporal: { readonly address?: string | undefined; readonly namespace?: string | undefined },
  env: NodeJS.ProcessEnv,
): readonly string[] => {
  const { address } = serverAddress(temporal, env);
  const at = URL.canParse(`http://${address}`) ? new URL(`http://${address}`) : undefined;
  if (at === undefined || !isLoopback(at.hostname.replace(/^\[|\]$/g, ''))) return [];
  const port = Number(at.port === '' ? 80 : at.port) + UI_PORT_OFFSET;
  return [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
};
