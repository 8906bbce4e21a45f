// Signed decisions through the desk, with the real curve: what is signed counts, and any change of it proves nothing.
import { ed25519 } from '@noble/curves/ed25519';
import { bytesToHex } from '@noble/hashes/utils';
import fc from 'fast-check';

import {
  createReviewDesk,
  openRequest,
  reduceDecision,
  reviewDeskSchema,
  type DecisionContext,
  type ReviewDesk,
} from '../../../core/human-review/review-desk';
import type { ReviewOpening } from '../../../core/human-review/review-request';
import {
  clockSkewMs,
  signatureAgeMaxMs,
  signedBytes,
  signedText,
  signerKeyId,
  toReviewer,
  type SignedFields,
} from '../../../core/human-review/signed-decision';
import { verifyEd25519 } from '../../../workflows/verify-ed25519';

const secretOf = (seed: number): Uint8Array => new Uint8Array(32).fill(seed);
const publicOf = (seed: number): string => bytesToHex(ed25519.getPublicKey(secretOf(seed)));
const [ana, ben, eve] = [1, 2, 3] as const;
const reviewers = [toReviewer('ana', publicOf(ana)), toReviewer('ben', publicOf(ben))];
const turnKey = 'support/c_1/1';
const hour = 3_600_000;
const openedAtMs = 100 * hour;
const nowMs = openedAtMs + hour;

const opening = (change: Partial<ReviewOpening> = {}): ReviewOpening => ({
  reviewId: 'rv_1',
  round: 1,
  callId: 'c1',
  tool: 'process_refund',
  actionHash: 'h1',
  rulesDigest: 'd1',
  rule: 'gatekeeper.overLimit',
  amountMinor: 4_250,
  currency: 'USD',
  openedAtMs,
  dueAtMs: nowMs + hour,
  expiresAtMs: null,
  ...change,
});
const deskOf = (...openings: ReviewOpening[]): ReviewDesk => openings.reduce(openRequest, createReviewDesk());
const one = deskOf(opening());

const fields = (change: Partial<SignedFields> = {}): SignedFields => ({
  reviewId: 'rv_1',
  round: 1,
  actionHash: 'h1',
  decision: 'approve',
  by: 'ana',
  reasonCode: 'ok',
  noteRef: 'a1',
  surface: 'cli',
  confirmAmount: '42.50',
  decidedAtMs: nowMs,
  evidence: ['action:aa', 'customer:bb'],
  keyId: signerKeyId(publicOf(ana)),
  ...change,
});
const sign = (decision: SignedFields, seed: number = ana, forTurn = turnKey) => ({
  ...decision,
  signature: bytesToHex(ed25519.sign(signedBytes(forTurn, decision), secretOf(seed))),
});
const context = (change: Partial<DecisionContext> = {}): DecisionContext => ({
  nowMs,
  turnKey,
  requireSignatures: true,
  causedBy: ['starter'],
  signatures: { reviewers, verify: verifyEd25519 },
  ...change,
});
const answerOf = (raw: unknown, change: Partial<DecisionContext> = {}, desk = one) =>
  reduceDecision(desk, raw, context(change)).answer;
const ignored = (why: string) => ({ kind: 'ignored', why });
const signedBy = (seed: number) => ({ kind: 'counted', authenticated: `signed:${signerKeyId(publicOf(seed))}` });

describe('signed decision', () => {
  test('signed: by a listed key -> counted, and recorded with the key, what was shown and the typed amount', () => {
    const { desk, answer } = reduceDecision(one, sign(fields()), context());
    expect(answer).toEqual(signedBy(ana));
    expect(desk.requests['rv_1']?.decision).toMatchObject({
      by: 'ana',
      authenticated: 'signed',
      publicKey: publicOf(ana),
      keyId: signerKeyId(publicOf(ana)),
      evidence: ['action:aa', 'customer:bb'],
      confirmAmount: '42.50',
      claimedAtMs: nowMs,
      noteRef: 'a1',
    });
    expect(reviewDeskSchema.safeParse(desk).success).toBe(true);
  });

  test('signed: by a bare signal, in plain text -> counted, the mark is not part of what is signed', () => {
    expect(answerOf({ unsealed: sign(fields()) })).toEqual(signedBy(ana));
  });

  test.each(['approve', 'reject', 'ask', 'edit'] as const)('signed: %s -> counted', (decision) => {
    const edit = decision === 'edit' ? { editRef: 'b2' } : {};
    expect(answerOf(sign(fields({ decision, ...edit })))).toEqual(signedBy(ana));
  });

  test('signed: by a key nobody listed -> unknownKey, also where no signature is required', () => {
    const unlisted = sign(fields({ keyId: signerKeyId(publicOf(eve)) }), eve);
    expect(answerOf(unlisted)).toEqual(ignored('unknownKey'));
    expect(answerOf(unlisted, { requireSignatures: false })).toEqual(ignored('unknownKey'));
  });

  test("signed: under somebody else's name, by one's own listed key -> wrongName", () => {
    const asBen = sign(fields({ by: 'ben' }));
    expect(answerOf(asBen)).toEqual(ignored('wrongName'));
    expect(answerOf(sign(fields({ by: 'Ana' })))).toEqual(ignored('wrongName'));
  });

  test("signed: naming somebody else's key -> forged", () => {
    const asBen = sign(fields({ by: 'ben', keyId: signerKeyId(publicOf(ben)) }), ana);
    expect(answerOf(asBen)).toEqual(ignored('forged'));
  });

  test('signed: for another turn -> forged', () => {
    expect(answerOf(sign(fields(), ana, 'support/c_1/2'))).toEqual(ignored('forged'));
    expect(answerOf(sign(fields()), { turnKey: 'support/c_2/1' })).toEqual(ignored('forged'));
  });

  test('signed: for the round before, sent again as this one -> forged', () => {
    const second = deskOf(opening({ round: 2 }));
    const first = sign(fields());
    expect(answerOf(first, {}, second)).toEqual(ignored('wrongRound'));
    expect(answerOf({ ...first, round: 2 }, {}, second)).toEqual(ignored('forged'));
    expect(answerOf(sign(fields({ round: 2 })), {}, second)).toEqual(signedBy(ana));
  });

  test('signed: for another review of the run, or its action -> forged', () => {
    const two = deskOf(opening(), opening({ reviewId: 'rv_2', callId: 'c2', actionHash: 'h2' }));
    const first = sign(fields());
    expect(answerOf({ ...first, reviewId: 'rv_2', actionHash: 'h2' }, {}, two)).toEqual(ignored('forged'));
  });

  test.each([
    ['a day and a second ago', nowMs + hour * 30, nowMs + hour * 6 - 1_000],
    ['in six minutes', nowMs, nowMs + clockSkewMs + 60_000],
    ['before it was opened', openedAtMs + 1_000, openedAtMs - clockSkewMs - 1],
  ])('signed: %s -> clockFarOff', (_title, at, decidedAtMs) => {
    expect(answerOf(sign(fields({ decidedAtMs })), { nowMs: at })).toEqual(ignored('clockFarOff'));
  });

  test('signed: at the edges of what clocks may differ by -> counted', () => {
    const edges = [nowMs + clockSkewMs, openedAtMs - clockSkewMs];
    for (const decidedAtMs of edges) expect(answerOf(sign(fields({ decidedAtMs })))).toEqual(signedBy(ana));
    const old = sign(fields({ decidedAtMs: nowMs }));
    expect(answerOf(old, { nowMs: nowMs + signatureAgeMaxMs })).toEqual(signedBy(ana));
  });

  test.each<[string, Record<string, unknown>]>([
    ['the key alone', { signature: undefined }],
    ['no key', { keyId: undefined }],
    ['no time', { decidedAtMs: undefined }],
    ['no surface', { surface: undefined }],
    ['a note in plain text beside it', { note: 'fine' }],
    ['a signature of another length', { signature: 'ab' }],
    ['a signature in capitals', { signature: 'A'.repeat(128) }],
  ])('signed: %s -> forged, never unsigned', (_title, change) => {
    const decision = JSON.parse(JSON.stringify({ ...sign(fields()), ...change })) as unknown;
    expect(answerOf(decision, { requireSignatures: false })).toEqual(ignored('forged'));
  });

  test('signed: a verifier that throws, a key that is no point -> forged', () => {
    const verify = () => {
      throw new Error('bad point');
    };
    expect(answerOf(sign(fields()), { signatures: { reviewers, verify } })).toEqual(ignored('forged'));
    const noPoint = toReviewer('ana', 'f'.repeat(64));
    const signatures = { reviewers: [noPoint], verify: verifyEd25519 };
    expect(answerOf(sign(fields({ keyId: noPoint.keyId })), { signatures })).toEqual(ignored('forged'));
  });

  test('signed: by the key of small order, under which every text has a signature -> forged', () => {
    const weak = toReviewer('ana', '01'.padEnd(64, '0'));
    const everything = { ...fields({ keyId: weak.keyId }), signature: `01${'0'.repeat(126)}` };
    const signatures = { reviewers: [weak], verify: verifyEd25519 };
    expect(answerOf(everything, { signatures })).toEqual(ignored('forged'));
  });

  test('signed: a run that lists nobody -> unverified, whatever it carries', () => {
    expect(answerOf(sign(fields()), { signatures: undefined, requireSignatures: false })).toEqual({
      kind: 'counted',
      authenticated: 'unverified',
    });
  });

  test('unsigned: where signatures are not required -> unverified; required -> not for money, of whatever kind', () => {
    const { keyId: _key, ...unsigned } = fields();
    expect(answerOf(unsigned, { requireSignatures: false })).toEqual({ kind: 'counted', authenticated: 'unverified' });
    for (const decision of ['approve', 'reject', 'ask'] as const)
      expect(answerOf({ ...unsigned, decision })).toEqual(ignored('unsignedNotAllowed'));
    const mail = deskOf(opening({ amountMinor: null, currency: null }));
    const { confirmAmount: _amount, ...ofMail } = unsigned;
    expect(answerOf(ofMail, {}, mail)).toEqual({ kind: 'counted', authenticated: 'unverified' });
  });

  test('two persons, signed: two keys -> two; the key twice -> one; who started by a proved name -> refused', () => {
    const needsTwo = deskOf(opening({ approvalsNeeded: 2 }));
    const first = reduceDecision(needsTwo, sign(fields()), context());
    expect(first.answer).toEqual({ ...signedBy(ana), approvals: 1, approvalsNeeded: 2 });
    expect(answerOf(sign(fields({ reasonCode: 'again' })), {}, first.desk)).toEqual(ignored('sameApprover'));
    const ofBen = sign(fields({ by: 'ben', keyId: signerKeyId(publicOf(ben)) }), ben);
    expect(answerOf(ofBen, {}, first.desk)).toEqual(signedBy(ben));
    expect(answerOf(sign(fields()), { causedBy: ['ana'] })).toEqual(ignored('causedTheRun'));
  });
});

describe('signed text', () => {
  test('text: a purpose, a version, the turn and every field', () => {
    expect(JSON.parse(signedText(turnKey, fields({ editRef: 'b2' })))).toEqual({
      purpose: 'turnkeep.reviewDecision',
      version: 1,
      turnKey,
      reviewId: 'rv_1',
      round: 1,
      actionHash: 'h1',
      decision: 'approve',
      by: 'ana',
      keyId: signerKeyId(publicOf(ana)),
      reasonCode: 'ok',
      noteHash: 'a1',
      editRef: 'b2',
      confirmAmount: '42.50',
      surface: 'cli',
      decidedAtMs: nowMs,
      evidence: ['action:aa', 'customer:bb'],
    });
  });

  const code = fc.stringMatching(/^[\w.:+/=-]{1,12}$/);
  const arbitraryFields = fc.record<SignedFields>(
    {
      reviewId: code,
      round: fc.integer({ min: 1, max: 9 }),
      actionHash: code,
      decision: fc.constantFrom('approve', 'reject', 'ask', 'edit'),
      by: fc.constantFrom('ana', 'ben'),
      reasonCode: fc.stringMatching(/^[a-z0-9._-]{1,12}$/),
      noteRef: code,
      editRef: code,
      surface: code,
      confirmAmount: fc.constantFrom('1', '1.00', '42.50'),
      decidedAtMs: fc.integer({ min: openedAtMs, max: nowMs }),
      evidence: fc.array(code, { maxLength: 4 }),
      keyId: code,
    },
    { requiredKeys: ['reviewId', 'round', 'actionHash', 'decision', 'by', 'reasonCode'] },
  );

  test('text: two decisions that differ in any field -> two texts', () => {
    fc.assert(
      fc.property(arbitraryFields, arbitraryFields, (left, right) => {
        const isSame = JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
        expect(signedText(turnKey, left) === signedText(turnKey, right)).toBe(isSame);
      }),
      { numRuns: 2_000 },
    );
  });

  // A field that is not signed would let this pass: the desk is made to fit whatever was changed, so that only the signature is left.
  test('signature: any change of any field, the request changed to fit it -> never counted as signed', () => {
    fc.assert(
      fc.property(
        arbitraryFields,
        fc.constantFrom<keyof SignedFields>(
          ...(['reviewId', 'round', 'actionHash', 'decision', 'by', 'reasonCode', 'noteRef'] as const),
          ...(['editRef', 'surface', 'confirmAmount', 'decidedAtMs', 'evidence', 'keyId'] as const),
        ),
        ({ by: _by, keyId: _key, ...other }, changed) => {
          const signed = sign(fields());
          const altered = { ...signed, [changed]: changedValue(signed, changed, other[changed as keyof typeof other]) };
          if (JSON.stringify(altered[changed]) === JSON.stringify(signed[changed])) return;
          const desk = deskOf(
            opening({ reviewId: altered.reviewId, round: altered.round, actionHash: altered.actionHash }),
          );
          const { kind } = answerOf(dropAbsent(altered), { requireSignatures: false }, desk);
          expect(kind).toBe('ignored');
        },
      ),
      { numRuns: 400 },
    );
  });
});

const changedValue = (signed: SignedFields, changed: keyof SignedFields, other: unknown): unknown => {
  if (changed === 'by') return 'ben';
  if (changed === 'keyId') return signerKeyId(publicOf(ben));
  // The amount itself is compared with the request; another writing of the same amount is left to the signature.
  if (changed === 'confirmAmount') return signed.confirmAmount === '42.50' ? '42.5' : '42.50';
  return other;
};

/** Nothing shown is one thing, however it is written. */
const sorted = (decision: SignedFields) =>
  Object.entries({ ...decision, evidence: decision.evidence ?? [] }).sort(([left], [right]) => (left < right ? -1 : 1));

const dropAbsent = (decision: object): unknown => JSON.parse(JSON.stringify(decision));
