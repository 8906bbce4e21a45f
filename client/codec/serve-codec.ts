// The codec server of a deployment: its key store opened for reading alone, its token, its audit, one address to listen on.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { createCaseSealer } from '../../stores/case-sealer';
import { codeOf } from '../../stores/error-code';
import { openStore, type Store } from '../../stores/open-store';
import { developmentOrigins, isLoopback } from '../../temporal-config/codec-settings';
import { serverAddress } from '../../temporal-config/server-address';
import type { Settings } from '../../temporal-config/settings';
import { ClientError } from '../client-error';
import { ticketOf } from './admit-caller';
import { createCodecApp } from './codec-app';
import { appendAudit, assertAuditable, toAuditLine } from './codec-audit';
import { makeToken, readToken } from './codec-token';
import { keepAddress, type KeptAddress } from './web-ui-address';

export interface CodecServerOptions {
  readonly port?: number | undefined;
  /** Further pages that may ask. */
  readonly origins?: readonly string[];
  /** In place of the settings' own, or of the one in the data folder. */
  readonly tokenFile?: string | undefined;
  /** Told what is refused, and what else somebody should know. */
  readonly note: (line: string) => void;
  /** Told each line of the record, once it is on disk. */
  readonly recorded?: (line: string) => void;
}

export interface CodecServer {
  /** For programs, with the token. */
  readonly url: string;
  readonly namespace: string;
  readonly origins: readonly string[];
  readonly tokenFile: string;
  /** Holds the address for the Web UI, which is a secret; it goes with the server. */
  readonly webUiUrlFile: string;
  readonly auditFile: string;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** At once: open connections are cut. May be called twice. */
  stop(): Promise<void>;
}

const REQUEST_MS = 30_000;

/** Where the files of the codec server lie: made at its first start, mode 600. */
export const codecFiles = ({ home }: Pick<Settings, 'home'>) => ({
  token: join(home, 'codec-token'),
  webUiUrl: join(home, 'codec-web-ui-url'),
  audit: join(home, 'codec-audit.ndjson'),
});

/** The token's file: the named one, or that of the data folder, made when it is not there. */
export const provideToken = async (
  settings: Pick<Settings, 'codec' | 'file' | 'home'>,
  named?: string,
): Promise<{ readonly token: string; readonly tokenFile: string }> => {
  const ofSettings = settings.codec.tokenFile;
  const given = named ?? (ofSettings === undefined ? undefined : resolve(dirname(settings.file), ofSettings));
  const tokenFile = given ?? codecFiles(settings).token;
  if (given === undefined) await makeToken(tokenFile);
  return { token: await readToken(tokenFile), tokenFile };
};

export const webUiUrl = (url: string, token: string): string => `${url}/ui/${ticketOf(token)}`;

/**
 * Serves until it is stopped. Refuses with CODEC_HOST, CODEC_TOKEN, CODEC_AUDIT, PORT_IN_USE or LISTEN_FAILED, and as openStore does.
 */
export const serveCodec = async (settings: Settings, options: CodecServerOptions): Promise<CodecServer> => {
  const { host } = settings.codec;
  assertHost(settings, options);
  const files = codecFiles(settings);
  const store = await openKeys(settings);
  try {
    const { token, tokenFile } = await provideToken(settings, options.tokenFile);
    await refuseUnauditable(files.audit);
    const { namespace } = serverAddress(settings.temporal, process.env);
    const origins = [...new Set([...originsOf(settings), ...(options.origins ?? [])])];
    const app = createCodecApp({
      keys: createCaseSealer(store.keys),
      namespace,
      origins,
      token,
      audit: async (entry) => {
        const line = toAuditLine(entry);
        await appendAudit(files.audit, line);
        options.recorded?.(line);
      },
      note: options.note,
    });
    const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { requestTimeout: REQUEST_MS } }) as Server;
    const url = await listen(server, { host, port: options.port ?? settings.codec.port });
    const kept = await keepAddress(files.webUiUrl, { url, address: webUiUrl(url, token) });
    if (kept.isSecond) options.note(secondWords(files.webUiUrl, kept.path));
    const { ended, stop } = endingOf(server, { store, kept });
    return { url, namespace, origins, tokenFile, webUiUrlFile: kept.path, auditFile: files.audit, ended, stop };
  } catch (error) {
    await store.close();
    throw error;
  }
};

const openKeys = ({ home, databaseUrl, keysUrl }: Settings): Promise<Store> =>
  openStore({
    home,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(keysUrl === undefined ? {} : { keysUrl }),
    readOnly: true,
  });

const originsOf = ({ codec, temporal }: Settings): readonly string[] =>
  codec.origins?.map((text) => new URL(text).origin) ?? developmentOrigins(temporal, process.env);

/** A token that was made here unseen protects nothing that strangers can reach: whoever opens the door names the key. */
const assertHost = ({ codec, file }: Settings, { tokenFile }: CodecServerOptions): void => {
  if (isLoopback(codec.host) || (tokenFile ?? codec.tokenFile) !== undefined) return;
  throw new ClientError('CODEC_HOST', 2, {
    message: `${file}: codec.host: expected a loopback address, or a token of your own beside ${codec.host}, got no token file`,
    next: ['turnkeep serve --codec --token-file FILE'],
  });
};

const refuseUnauditable = async (path: string): Promise<void> => {
  try {
    await assertAuditable(path);
  } catch (error) {
    const message = `${error instanceof Error ? error.message : path}; nothing is opened without a record of it`;
    throw new ClientError('CODEC_AUDIT', 7, { message, next: [`ls -l ${path}`, 'turnkeep doctor'] });
  }
};

const listen = async (server: Server, { host, port }: { host: string; port: number }): Promise<string> => {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenFailure(error, `${host}:${port}`);
  }
  const address = server.address();
  const used = typeof address === 'object' && address !== null ? address.port : port;
  return urlOf(host, used);
};

export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const listenFailure = (error: unknown, place: string): ClientError =>
  codeOf(error) === 'EADDRINUSE'
    ? new ClientError('PORT_IN_USE', 7, {
        message: `${place}: expected a free port, got one that another process listens on`,
        next: ['turnkeep serve --codec --port 0'],
      })
    : new ClientError('LISTEN_FAILED', 7, {
        message: `${place}: cannot be listened on (${codeOf(error)})`,
        next: ['turnkeep serve --codec --port 0'],
      });

const secondWords = (first: string, own: string): string =>
  `codec: ${first} holds the address of another codec server that answers; the one of this server stands in ${own}`;

const endingOf = (
  server: Server,
  { store, kept }: { readonly store: Store; readonly kept: KeptAddress },
): Pick<CodecServer, 'ended' | 'stop'> => {
  const ended = new Promise<void>((done, fail) => {
    const leave = async (): Promise<void> => {
      await kept.remove();
      await store.close();
    };
    server.once('close', () => void leave().then(done, fail));
  });
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await ended;
  };
  return { ended, stop };
};
