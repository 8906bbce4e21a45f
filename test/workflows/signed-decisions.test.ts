// Production: money moves only on decisions that a listed reviewer signed, whichever way they come; what is recorded proves it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { sql } from 'kysely';
import { decideReview, prepareDecision } from '../../client/decide-review';
import { readDecisions } from '../../client/decision-records';
import { editReview } from '../../client/edit-review';
import { findReview } from '../../client/review-list';
import { makeSigner } from '../../client/signer-files';
import { startTurn } from '../../client/start-turn';
import type { ClientContext } from '../../client/client-context';
import { signedBytes, toReviewer, type SignedFields } from '../../core/human-review/signed-decision';
import { verifyEffects } from '../../stores/effects-verify';
import type { RunStatusView } from '../../workflows/messages';
import { verifyEd25519 } from '../../workflows/verify-ed25519';
import { jsonOf, runTurnkeep } from '../cli/run-turnkeep';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithTemporal } from '../support/needs';
import { hugeOrder, largeOrder, refundScript } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';
import { makeTemporaryFolder } from '../support/temporary-folder';

const folder = makeTemporaryFolder('turnkeep-signed-');
const place = { signers: join(folder, 'signers') };
const configFile = join(folder, 'turnkeep.config.json');
const shipped = JSON.parse(readFileSync(resolve(__dirname, '../../turnkeep.config.json'), 'utf8')) as object;
const two = { amount: hugeOrder.total, reasonCode: 'ok' };

describeWithTemporal('signed decisions in production', () => {
  let system: System;
  let worker: GatedWorker;
  beforeAll(async () => {
    const listed = await Promise.all(['ana', 'ben'].map((name) => makeSigner(place, name)));
    await makeSigner(place, 'eve');
    const reviewers = Object.fromEntries(listed.map(({ name, publicKey }) => [name, { publicKey }]));
    writeFileSync(configFile, JSON.stringify({ ...shipped, environment: 'production', reviewers }));
    system = await startSystem({
      worker: false,
      env: { TURNKEEP_CONFIG: configFile, TURNKEEP_SIGNERS: place.signers },
      scripts: { large: refundScript(largeOrder), huge: refundScript(hugeOrder) },
    });
    worker = await startGatedWorker(system);
  }, 60_000);
  afterAll(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  const as = (person: string): ClientContext => ({ ...system.client.context, person });
  const start = async (script: 'large' | 'huge', context = as('test-starter')): Promise<string> => {
    const { customer } = script === 'large' ? largeOrder : hugeOrder;
    const message = 'Please refund my order.';
    return (await startTurn(context, { agent: 'support', subject: customer, message, model: `scripted:${script}` }))
      .turnKey;
  };
  const waiting = async (turnKey: string): Promise<RunStatusView['reviews'][number]> =>
    until(async () => {
      const { view } = await system.client.status(turnKey);
      return view?.status === 'interrupted' ? view.reviews[0] : undefined;
    });
  const decide = async (person: string, reviewId: string, more: object = {}) => {
    return decideReview(as(person), {
      reviewId,
      decision: 'approve',
      reasonCode: 'ok',
      confirmAmount: largeOrder.total,
      ...more,
    });
  };
  const prepared = async (person: string, reviewId: string, more: object = {}) =>
    (
      await prepareDecision(as(person), {
        reviewId,
        decision: 'approve',
        reasonCode: 'ok',
        confirmAmount: largeOrder.total,
        note: 'photo looked at',
        ...more,
      })
    ).decision;
  /** Sends it as anybody does who reaches the port, and tells why the run ignored it. */
  const refusedSignal = async (turnKey: string, payload: unknown): Promise<string | null> => {
    const before = (await system.client.status(turnKey)).view?.ignoredDecisions.total ?? 0;
    await system.client.context.temporal.workflow.getHandle(turnKey).signal('reviewDecision', payload);
    return until(async () => {
      const { view } = await system.client.status(turnKey);
      return view !== null && view.ignoredDecisions.total > before ? view.ignoredDecisions.last : undefined;
    });
  };
  const ended = async (turnKey: string) =>
    until(async () => {
      const report = await system.client.wait(turnKey);
      return report.status === 'completed' ? report : undefined;
    });
  /** What is recorded once the run took a decision; what it says to the customer then is no matter here. */
  const recorded = async (turnKey: string) =>
    until(async () => {
      const decisions = await readDecisions(system.client.context, turnKey);
      return decisions.length > 0 && decisions;
    });
  const charges = async () => (await system.gateway.ledger()).charges.length;
  const verify = () => verifyEffects(system.client.context.store);

  test('unsigned, unlisted, altered, under another name, from another turn -> each refused for its own reason; nothing paid', async () => {
    const paid = await charges();
    const turnKey = await start('large');
    const { reviewId, round, actionHash } = await waiting(turnKey);
    const good = await prepared('ana', reviewId);
    const told = { reviewId, round, actionHash, by: 'ana', reasonCode: 'ok' };
    const bare = { ...told, decision: 'approve', confirmAmount: largeOrder.total };
    expect(await refusedSignal(turnKey, bare)).toBe('unsignedNotAllowed');
    expect(await refusedSignal(turnKey, { ...bare, decision: 'reject' })).toBe('unsignedNotAllowed');
    expect(await refusedSignal(turnKey, await prepared('eve', reviewId))).toBe('unknownKey');
    expect(await refusedSignal(turnKey, { ...good, by: 'ben' })).toBe('wrongName');
    expect(await refusedSignal(turnKey, { ...good, reasonCode: 'other' })).toBe('forged');
    expect(await refusedSignal(turnKey, { ...good, decidedAtMs: Date.now() + 3_600_000 })).toBe('clockFarOff');
    await expect(decide('eve', reviewId)).rejects.toMatchObject({ code: 'UNKNOWN_KEY', exit: 4 });
    await expect(decide('nobody', reviewId)).rejects.toMatchObject({ code: 'UNSIGNED', exit: 4 });
    const same = `turnkeep review approve ${reviewId} --round 1 --reason ok --confirm-amount ${largeOrder.total} --as ana`;
    await expect(decide('ana', reviewId, { unsigned: true })).rejects.toMatchObject({
      ...{ code: 'UNSIGNED', exit: 4 },
      next: [same, `turnkeep review show ${reviewId}`],
    });
    const shown = await runTurnkeep(['review', 'show', reviewId, '--as', 'ana'], { env: system.env });
    expect(shown.stdout).toMatch(/--as ana --print-signal$/m);
    expect(shown.stdout).not.toContain('temporal workflow signal');
    const other = await start('large');
    const second = await waiting(other);
    const moved = { ...good, reviewId: second.reviewId, round: second.round, actionHash: second.actionHash };
    expect(await refusedSignal(other, moved)).toBe('forged');
    expect(await charges()).toBe(paid);
    expect(await decide('ana', reviewId, { decision: 'reject' })).toMatchObject({
      authenticated: expect.stringMatching(/^signed:s_[0-9a-f]{16}$/) as unknown,
    });
    await system.client.stop(other, 'no further use');
  }, 30_000);

  test('signed by the client -> paid; the record says who, how, from where, what was shown, and proves it again', async () => {
    const turnKey = await start('huge');
    const { reviewId, approvalsNeeded } = await waiting(turnKey);
    expect(approvalsNeeded).toBe(2);
    const approve = { confirmAmount: two.amount, note: 'photo looked at', surface: 'ui' };
    expect(await decide('ana', reviewId, approve)).toMatchObject({ approvals: { given: 1, needed: 2 } });
    await expect(decide('ana', reviewId, approve)).rejects.toMatchObject({ code: 'SAME_APPROVER' });
    await decide('ben', reviewId, approve);
    await ended(turnKey);
    const decisions = await readDecisions(system.client.context, turnKey);
    expect(decisions.map(({ by, surface, decision }) => [decision, by, surface])).toEqual([
      ['approve', 'ana', 'ui'],
      ['approve', 'ben', 'ui'],
    ]);
    for (const made of decisions) {
      const { name, keyId, publicKey } = toReviewer(made.by, made.publicKey ?? '');
      expect(made).toMatchObject({ by: name, authenticated: `signed:${keyId}`, confirmAmount: two.amount });
      expect(made.noteHash).toMatch(/^[0-9a-f]{64}$/);
      expect(made.evidence.map((part) => part.split(':')[0])).toEqual([
        'action',
        'customer',
        'later',
        'earlier',
        'traces',
      ]);
      const fields: SignedFields = {
        ...{ reviewId, round: made.round, decision: made.decision, by: made.by, reasonCode: made.reasonCode },
        ...{ keyId, surface: made.surface, decidedAtMs: made.claimedMs ?? 0, evidence: [...made.evidence] },
        ...{ noteRef: made.noteHash ?? '', confirmAmount: made.confirmAmount ?? '' },
        actionHash: (await reviewRow(reviewId)).actionHash,
      };
      const signed = { signature: bytes(made.signature), publicKey: bytes(publicKey) };
      expect(verifyEd25519({ ...signed, message: signedBytes(turnKey, fields) })).toBe(true);
    }
    expect((await verify()).findings).toEqual([]);
  }, 30_000);

  const bytes = (hex: string | null): Uint8Array => new Uint8Array(Buffer.from(hex ?? '', 'hex'));
  const reviewRow = async (reviewId: string) => {
    return findReview(system.client.context, reviewId);
  };

  test('a signed decision printed by the command line, sent by a client that knows nothing of ours -> counts; shown as signed', async () => {
    const turnKey = await start('large', as('ben'));
    const { reviewId, round } = await waiting(turnKey);
    const flags = ['--reason', 'policy-1', '--round', String(round), '--as', 'ana', '--json'];
    const printed = jsonOf(await runTurnkeep(['review', 'reject', reviewId, ...flags, '--print-signal'], system));
    expect(printed).toMatchObject({ ok: true, sent: false, signed: true, signalName: 'reviewDecision', turnKey });
    expect((await waiting(turnKey)).state).toBe('pending');
    const connection = await Connection.connect({ address: system.env['TEMPORAL_ADDRESS'] ?? '' });
    const line = /--input '(.*)'$/.exec(String(printed.signal))?.[1] ?? '';
    await new Client({ connection }).workflow.getHandle(turnKey).signal('reviewDecision', JSON.parse(line));
    await connection.close();
    await recorded(turnKey);
    const shown = jsonOf(await runTurnkeep(['review', 'show', reviewId, '--json'], system));
    const { keyId } = printed as { keyId: string };
    expect(shown.decisions).toMatchObject([
      { decision: 'reject', by: 'ana', authenticated: `signed:${keyId}`, surface: 'signal', reasonCode: 'policy-1' },
    ]);
    const run = jsonOf(await runTurnkeep(['run', 'show', turnKey, '--json'], system));
    expect(run.decisions).toEqual(shown.decisions);
  }, 30_000);

  test('edit and question -> signed alike', async () => {
    const turnKey = await start('large');
    const { reviewId } = await waiting(turnKey);
    await decide('ben', reviewId, { decision: 'ask', note: 'which item?', confirmAmount: undefined });
    const [asked] = await recorded(turnKey);
    expect(asked).toMatchObject({
      decision: 'ask',
      by: 'ben',
      authenticated: expect.stringMatching(/^signed:/) as unknown,
    });
    const edited = await start('large');
    const waits = await waiting(edited);
    const change = { reviewId: waits.reviewId, set: { reason_code: 'faulty' }, reasonCode: 'ok' };
    await expect(editReview(as('ana'), { ...change, unsigned: true })).rejects.toMatchObject({ code: 'UNSIGNED' });
    expect(await editReview(as('ana'), change)).toMatchObject({
      authenticated: expect.stringMatching(/^signed:/) as unknown,
    });
    const [made] = await recorded(edited);
    expect(made).toMatchObject({
      decision: 'edit',
      by: 'ana',
      authenticated: expect.stringMatching(/^signed:/) as unknown,
    });
    expect((await verify()).findings).toEqual([]);
    await system.client.stop(edited, 'no further use');
  }, 30_000);

  test('a run that was started before anybody was listed -> goes on as it began: unverified', async () => {
    const { settings } = system.client.context;
    const before = { ...settings, reviewers: {}, requireSignatures: false, environment: 'development' as const };
    const turnKey = await start('large', { ...as('test-starter'), settings: before });
    const { reviewId } = await waiting(turnKey);
    expect(await decide('ana', reviewId, { decision: 'reject' })).toMatchObject({ authenticated: 'unverified' });
    expect(await recorded(turnKey)).toMatchObject([
      { by: 'ana', authenticated: 'unverified', signature: null, publicKey: null },
    ]);
  }, 30_000);

  test('a signature or a name changed in the store afterwards -> effects verify finds it', async () => {
    const { store } = system.client.context;
    const change = (column: 'signature' | 'decided_by', value: string) =>
      store.db.write((tx) =>
        sql`update review set ${sql.ref(column)} = ${value} where state = 'consumed'`.execute(tx).then(() => undefined),
      );
    const row = await store.db.read((query) =>
      query.selectFrom('review').selectAll().where('state', '=', 'consumed').executeTakeFirstOrThrow(),
    );
    await change('signature', 'ab'.repeat(64));
    expect((await verify()).findings).toMatchObject([{ code: 'review.rowChanged' }]);
    await change('signature', row.signature ?? '');
    expect((await verify()).findings).toEqual([]);
  }, 30_000);
});
