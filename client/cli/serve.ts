// `turnkeep serve --codec`: ends at Ctrl-C. Its addresses are told once it answers; the secret ones by the files that hold them.
import { parseOrigin, ORIGIN_WORDS } from '../../temporal-config/codec-settings';
import { ClientError } from '../client-error';
import { serveCodec, type CodecServer } from '../codec/serve-codec';
import { refuseInput } from './input-error';
import { optionFlag, optionText, type Invocation, type Report } from './report';
import { writeJson } from './terminal';
import { assertStarted, settingsOf } from './with-client';

export const serveCommand = async (call: Invocation): Promise<Report> => {
  if (!optionFlag(call, 'codec'))
    return refuseInput('NOTHING_TO_SERVE', 'serve: expected --codec, got nothing to serve', ['turnkeep serve --codec']);
  const [port, origins] = [portOf(call), originsOf(call)];
  const settings = settingsOf();
  assertStarted(settings);
  const server = await serveCodec(settings, {
    port,
    origins,
    tokenFile: optionText(call, 'tokenFile'),
    note: call.say,
    recorded: call.say,
  });
  call.onInterrupt(() => server.stop());
  tell(call, server);
  await server.ended;
  throw new ClientError('SERVER_ENDED', 7, { message: 'the codec server ended', next: ['turnkeep serve --codec'] });
};

const portOf = (call: Invocation): number | undefined => {
  const text = optionText(call, 'port');
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  return refuseInput('PORT', `--port: expected 0 to 65535, got ${JSON.stringify(text)}`);
};

const originsOf = (call: Invocation): readonly string[] => {
  const texts = call.options['origin'];
  return (Array.isArray(texts) ? texts : []).map((text: unknown) => {
    const origin = typeof text === 'string' ? parseOrigin(text) : undefined;
    return origin ?? refuseInput('ORIGIN', `--origin: ${ORIGIN_WORDS}, got ${JSON.stringify(text)}`);
  });
};

const tell = (call: Invocation, server: CodecServer): void => {
  const { url, namespace, origins, tokenFile, webUiUrlFile, auditFile } = server;
  if (call.json) writeJson({ ready: true, url, namespace, origins, tokenFile, webUiUrlFile, auditFile });
  call.say(`codec     ${url}  (namespace ${namespace}; every request is recorded in ${auditFile})`);
  call.say(`pages     ${origins.length === 0 ? 'none; allow one with --origin URL' : origins.join(', ')}`);
  call.say(`\nTemporal CLI:\n  export TEMPORAL_CODEC_ENDPOINT=${url}`);
  call.say(`  export TEMPORAL_CODEC_AUTH="Bearer $(cat ${tokenFile})"\n  temporal workflow show -w ID`);
  call.say(`\nTemporal Web UI:\n  temporal server start-dev --ui-codec-endpoint "$(cat ${webUiUrlFile})"`);
  call.say(
    '  or paste that address into the glasses at the top of the page, as the setting of your browser\nCtrl-C stops it.',
  );
};
