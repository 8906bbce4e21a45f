// Whatever a run was told at its start, the door goes by the settings of the worker that stands there: what was approved is proved
// again from the journal before money moves.
import { ed25519 } from '@noble/curves/ed25519';
import { bytesToHex } from '@noble/hashes/utils';
import { signedBytes, toReviewer, type SignedFields } from '../../core/human-review/signed-decision';
import { onBothDatabases } from '../stores/store-targets';
import { decide, open, openLab, perform, proposeAndJudge, toEffectArg, type Judged, type Lab } from './effect-lab';

const secretOf = (seed: number): Uint8Array => new Uint8Array(32).fill(seed);
const reviewerOf = (name: string, seed: number) => toReviewer(name, bytesToHex(ed25519.getPublicKey(secretOf(seed))));
const ana = reviewerOf('ana', 1);
const ben = reviewerOf('ben', 2);

interface At {
  readonly reviewId: string;
  readonly round: number;
}

/** What `by` sends along; `seed` signs. */
const sentBy = ({ arg, judged }: Judged, at: At, { name, keyId, publicKey }: typeof ana, seed: number) => {
  const fields: SignedFields = {
    ...{ reviewId: at.reviewId, round: at.round, actionHash: judged.actionHash, decision: 'approve' },
    ...{ by: name, keyId, reasonCode: 'ok', surface: 'test', confirmAmount: '40.00', decidedAtMs: 7, evidence: [] },
  };
  const signature = bytesToHex(ed25519.sign(signedBytes(arg.turn.turnKey, fields), secretOf(seed)));
  return { claimedAtMs: 7, evidence: [], confirmAmount: '40.00', proof: { keyId, publicKey, signature } };
};

onBothDatabases('signatures at the door', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make);
  });
  afterEach(() => lab.close());
  const charges = async () => (await lab.gateway.ledger()).charges;
  const signedRule = { required: true, reviewers: [ana, ben] };

  test('the worker asks for signatures: unsigned -> a person again', async () => {
    const deps = lab.worker({ signatures: signedRule });
    const judged = await proposeAndJudge(lab);
    const first = await open(lab, judged);
    await decide(lab, judged, first);
    expect(await perform(deps, toEffectArg(judged, first))).toMatchObject({
      kind: 'needsReview',
      rule: 'grant.unsigned',
    });
    expect(await charges()).toEqual([]);
  });

  test('the worker asks for signatures: signed by a listed reviewer -> paid', async () => {
    const deps = lab.worker({ signatures: signedRule });
    const judged = await proposeAndJudge(lab);
    const at = await open(lab, judged);
    await decide(lab, judged, { ...at, by: 'ana', sent: sentBy(judged, at, ana, 1) });
    expect(await perform(deps, toEffectArg(judged, at))).toMatchObject({ kind: 'done' });
    expect(await charges()).toHaveLength(1);
  });

  test.each<[string, string, { required: boolean; reviewers: (typeof ana)[] }, number, string]>([
    ['a reviewer who is listed no more', 'ana', { required: true, reviewers: [ben] }, 1, 'grant.unsigned'],
    [
      'a listed key under another name',
      'ana',
      { required: true, reviewers: [{ ...ana, name: 'eve' }] },
      1,
      'grant.unsigned',
    ],
    ['another key than the one it names', 'ana', signedRule, 2, 'grant.signatureWrong'],
    ['a wrong proof where none is needed', 'ana', { required: false, reviewers: [] }, 2, 'grant.signatureWrong'],
  ])('recorded as signed: %s -> a person again, nothing sent', async (_what, by, signatures, seed, rule) => {
    const deps = lab.worker({ signatures });
    const judged = await proposeAndJudge(lab);
    const at = await open(lab, judged);
    await decide(lab, judged, { ...at, by, sent: sentBy(judged, at, ana, seed) });
    expect(await perform(deps, toEffectArg(judged, at))).toMatchObject({ kind: 'needsReview', rule });
    expect(await charges()).toEqual([]);
  });

  test('two persons: one of the two unsigned -> a person again', async () => {
    const deps = lab.worker({ signatures: signedRule });
    const judged = await proposeAndJudge(lab);
    const at = await open(lab, judged);
    const bare = { by: 'ben', authenticated: 'unverified' as const, surface: 'signal', reasonCode: 'ok' };
    const earlier = { ...bare, note: null, noteRef: null, decidedAtMs: 900 };
    await decide(lab, judged, { ...at, by: 'ana', sent: sentBy(judged, at, ana, 1), approvals: [earlier] });
    expect(await perform(deps, toEffectArg(judged, at))).toMatchObject({ rule: 'grant.unsigned' });
    expect(await charges()).toEqual([]);
  });
});
