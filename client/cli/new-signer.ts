import { makeSigner } from '../signer-files';
import { firstArgument, type Invocation, type Report } from './report';
import { settingsOf } from './with-client';

/** `keys new-signer NAME`: makes the key and says what to add to the settings; the private one is printed nowhere. */
export const newSignerCommand = async (call: Invocation): Promise<Report> => {
  const settings = settingsOf();
  const { name, keyId, publicKey, path } = await makeSigner(settings, firstArgument(call));
  const entry = `${JSON.stringify(name)}: { "publicKey": "${publicKey}" }`;
  const isFirst = Object.keys(settings.reviewers).length === 0;
  return {
    body: { name, keyId, publicKey, path, settingsFile: settings.file, reviewers: { [name]: { publicKey } } },
    lines: [
      `made      key ${keyId} of ${name}`,
      `private   ${path}: keep it as you keep a password; whoever reads it decides in this name`,
      `public    ${publicKey}`,
      '',
      isFirst ? `Add to ${settings.file}:` : `Add to reviewers in ${settings.file}:`,
      isFirst ? `  "reviewers": { ${entry} }` : `  ${entry}`,
      'Runs started from then on take signatures of this key.',
    ],
    next: ['turnkeep keys list', 'turnkeep doctor'],
  };
};
