// What the journal tells as signed, checked again from its own rows by another implementation of the curve than the run's.
import { ed25519 } from '@noble/curves/ed25519';
import { bytesToHex } from '@noble/hashes/utils';
import { signedBytes, signerKeyId, type SignedFields } from '../../core/human-review/signed-decision';
import { decidedSchema, type ApprovalBody, type DecidedBody } from '../../stores/effect-events';
import { recheckSignatures } from '../../stores/recheck-signatures';
import type { ReplayedReview } from '../../stores/replay-effects';

const turnKey = 'support/c_1/1';
const action = { reviewId: 'rv_1', round: 1, actionHash: 'h1', decision: 'approve' } as const;
const secretOf = (seed: number): Uint8Array => new Uint8Array(32).fill(seed);
const publicOf = (seed: number): string => bytesToHex(ed25519.getPublicKey(secretOf(seed)));

const signedAs = (by: string, seed: number): ApprovalBody => {
  const keyId = signerKeyId(publicOf(seed));
  const own = { by, keyId, reasonCode: 'ok', surface: 'cli', noteRef: 'a1', confirmAmount: '42.50' };
  const fields: SignedFields = { ...action, ...own, decidedAtMs: 7, evidence: ['action:aa'] };
  const signature = bytesToHex(ed25519.sign(signedBytes(turnKey, fields), secretOf(seed)));
  return {
    ...{ by, authenticated: `signed:${keyId}`, surface: 'cli', reasonCode: 'ok', noteRef: 'a1', decidedMs: 9 },
    sent: {
      ...{ claimedMs: 7, evidence: ['action:aa'], confirmAmount: '42.50' },
      proof: { keyId, publicKey: publicOf(seed), signature },
    },
  };
};
const decidedOf = (given: ApprovalBody, change: Partial<DecidedBody> = {}): DecidedBody =>
  decidedSchema.parse({ ...action, rulesDigest: 'd1', ...given, ...change });
const findingsOf = (decided: DecidedBody | null, key = turnKey) => {
  const opened = { turnKey: key } as ReplayedReview['opened'];
  const review: ReplayedReview = { caseId: 'c_1', state: 'granted', opened, decided, boundTo: null };
  return recheckSignatures([review]).map(({ code }) => code);
};
const wrong = ['review.signatureWrong'];

describe('signatures of the journal', () => {
  const ana = signedAs('ana', 1);
  const sent = ana.sent ?? { claimedMs: null, evidence: [], confirmAmount: null, proof: null };
  const proof = sent.proof ?? { keyId: '', publicKey: '', signature: '' };

  test('as written; unverified; of before signatures; not decided -> nothing', () => {
    expect(findingsOf(decidedOf(ana))).toEqual([]);
    expect(findingsOf(decidedOf({ ...ana, authenticated: 'unverified', sent: { ...sent, proof: null } }))).toEqual([]);
    const { sent: _sent, ...before } = ana;
    expect(findingsOf(decidedOf({ ...before, authenticated: 'unverified' }))).toEqual([]);
    expect(findingsOf(null)).toEqual([]);
  });

  test.each<[string, Partial<DecidedBody>]>([
    ['reviewId', { reviewId: 'rv_2' }],
    ['round', { round: 2 }],
    ['actionHash', { actionHash: 'h2' }],
    ['decision', { decision: 'reject' }],
    ['by', { by: 'ben' }],
    ['reasonCode', { reasonCode: 'other' }],
    ['surface', { surface: 'signal' }],
    ['noteRef', { noteRef: null }],
    ['time', { sent: { ...sent, claimedMs: 8 } }],
    ['evidence', { sent: { ...sent, evidence: ['action:ab'] } }],
    ['amount', { sent: { ...sent, confirmAmount: '42.5' } }],
    ['the proof taken away', { sent: { ...sent, proof: null } }],
    ['the key of another', { sent: { ...sent, proof: { ...proof, publicKey: publicOf(2) } } }],
    ['no point of the curve', { sent: { ...sent, proof: { ...proof, publicKey: 'f'.repeat(64) } } }],
    ['another key id', { authenticated: `signed:${signerKeyId(publicOf(2))}` }],
  ])('%s changed -> found', (_title, change) => {
    expect(findingsOf(decidedOf(ana, change))).toEqual(wrong);
  });

  test('another turn -> found', () => {
    expect(findingsOf(decidedOf(ana), 'support/c_1/2')).toEqual(wrong);
  });

  test('two approvals: one of them changed -> found once', () => {
    const ben = signedAs('ben', 2);
    expect(findingsOf(decidedOf(ben, { approvals: [ana, ben] }))).toEqual([]);
    expect(findingsOf(decidedOf(ben, { approvals: [{ ...ana, by: 'eve' }, ben] }))).toEqual(wrong);
  });
});
