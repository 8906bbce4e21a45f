import { listReviewerKeys, type ReviewerKey } from '../reviewer-keys';
import type { Invocation, Report } from './report';
import { drawTable } from './table';
import { settingsOf } from './with-client';

/** `keys list`: one line a person, listed in the settings or with a key here. */
export const listSignersCommand = async (_call: Invocation): Promise<Report> => {
  const settings = settingsOf();
  const signers = await listReviewerKeys(settings);
  const { environment, requireSignatures } = settings;
  const rule = requireSignatures
    ? `environment ${environment}: a decision on money counts only when signed`
    : `environment ${environment}: unsigned decisions count and are recorded as unverified`;
  return {
    body: { signers, folder: settings.signers, environment, requireSignatures },
    lines: [
      rule,
      ...(signers.length === 0
        ? [`nobody is listed in ${settings.file}, and no key lies in ${settings.signers}`]
        : drawTable(['NAME', 'LISTED', 'HERE', 'STATE'], signers.map(rowOf))),
      ...signers.flatMap(({ problem }) => (problem === null ? [] : [problem])),
    ],
    next: signers.length === 0 ? ['turnkeep keys new-signer NAME'] : [],
  };
};

const rowOf = ({ name, listedKeyId, hereKeyId, state }: ReviewerKey): readonly string[] => [
  name,
  listedKeyId ?? '-',
  hereKeyId ?? '-',
  state,
];
