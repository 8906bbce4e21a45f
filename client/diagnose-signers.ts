// What a doctor says of signed decisions: whether they are required, who is listed, and whether the keys that lie here can be used.
import type { Settings } from '../temporal-config/settings';
import { failed, ok, warn, type Check } from './check';
import { listReviewerKeys, type ReviewerKey } from './reviewer-keys';

export const diagnoseSigners = async (settings: Settings): Promise<readonly Check[]> => {
  const keys = await listReviewerKeys(settings);
  return [checkRule(settings), ...keys.flatMap((key) => checkKey(settings, key))];
};

const checkRule = ({ environment, requireSignatures, reviewers, file }: Settings): Check => {
  const listed = Object.keys(reviewers).length;
  const who = `${listed} reviewer${listed === 1 ? '' : 's'} listed`;
  if (!requireSignatures)
    return ok('decisions', `environment ${environment}: unsigned ones count, recorded as unverified; ${who}`);
  const words = `environment ${environment}: on money they count only when signed; ${who}`;
  return listed > 0
    ? ok('decisions', words)
    : failed(
        'decisions',
        `${words}: nobody can decide on money`,
        `turnkeep keys new-signer NAME, and list it in ${file}`,
      );
};

const checkKey = ({ file, signers }: Settings, key: ReviewerKey): readonly Check[] => {
  const { name, state, problem } = key;
  const line = `signer ${name}`;
  switch (state) {
    case 'ready':
      return [ok(line, `key ${String(key.hereKeyId)}, listed and in ${signers}`)];
    case 'listed, no key here':
      // Other people's keys lie on their own machines.
      return [];
    case 'key here, not listed':
      return [
        warn(line, `key ${String(key.hereKeyId)} lies here and is not listed`, `list it under reviewers in ${file}`),
      ];
    case 'another key is listed':
      return [
        failed(
          line,
          `expected key ${String(key.listedKeyId)} as listed, got ${String(key.hereKeyId)} in ${signers}`,
          `put the listed key's file back, or list the public key of this one in ${file}`,
        ),
      ];
    case 'key file unusable':
      return [failed(line, problem ?? '', 'see the message')];
  }
};
