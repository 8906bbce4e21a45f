import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { failpoints } from '../../activities/effects/effect-deps';
import type { EffectArg, EffectOutcome } from '../../core/moves/activity-shapes';
import { verifyEffects } from '../../stores/effects-verify';
import { findReview } from '../../stores/review-rows';
import { onBothDatabases } from '../stores/store-targets';
import { defaultWorld, grant, openLab, storePlaceOf } from './effect-lab';
import type { Lab } from './effect-lab';

interface ChildEnd {
  readonly killed: boolean;
  readonly outcome?: EffectOutcome;
  readonly failed?: string;
}

const LEASE_MS = 1_200;

onBothDatabases('a worker killed with SIGKILL', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make, { ...defaultWorld, aloneMaxMinor: 0 });
  });
  afterEach(async () => lab.close());

  const work = (arg: EffectArg, killAt: string | null): Promise<ChildEnd> => {
    const till = { worldPath: lab.worldPath, gatewayUrl: lab.gateway.url, sendTimeoutMs: 800 };
    const input = { place: storePlaceOf(lab.place), till, arg, killAt, leaseMs: LEASE_MS };
    return new Promise((resolve, reject) => {
      const script = join(__dirname, 'perform-child.cjs');
      execFile(process.execPath, [script, JSON.stringify(input)], { timeout: 30_000 }, (error, stdout, stderr) => {
        if (error?.signal === 'SIGKILL') resolve({ killed: true });
        else if (error) reject(new Error(stderr));
        else resolve({ killed: false, ...(JSON.parse(stdout) as object) });
      });
    });
  };

  /** As Temporal would start it again elsewhere; bounded. */
  const workUntilSettled = async (arg: EffectArg): Promise<EffectOutcome> => {
    for (let tries = 0; tries < 20; tries += 1) {
      const { outcome, failed } = await work(arg, null);
      if (outcome !== undefined) return outcome;
      if (!['effect.busy', 'effect.retry', 'store.unavailable'].includes(failed ?? '')) throw new Error(failed);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    throw new Error('not settled after 20 tries');
  };

  it.each(failpoints)(
    'at %s -> another process finishes it: one charge, done, grant consumed, the proof clean',
    async (killAt) => {
      const arg = await grant(lab, {});
      expect(await work(arg, killAt)).toEqual({ killed: true });
      expect(await workUntilSettled(arg)).toMatchObject({ kind: 'done' });
      const { charges } = await lab.gateway.ledger();
      expect(charges).toEqual([expect.objectContaining({ key: arg.judged.effectKey, amount: 4000 })]);
      const review = await lab.store.db.read((query) => findReview(query, arg.review ?? { reviewId: '', round: 0 }));
      expect(review?.state).toBe('consumed');
      const report = await verifyEffects(lab.store, charges);
      expect({ findings: report.findings, open: report.open }).toEqual({ findings: [], open: [] });
    },
  );
});
