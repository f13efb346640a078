import { beforeAll, describe, expect, test } from 'vitest';
import { CHECKS } from './checks.ts';
import type { Proof } from './proof.ts';
import { PROOF_SIZE } from './proof-size.ts';
import { type ProofOptions, runProof } from './run-proof.ts';

/** What a configuration decides; the rest depends on whether the full form was asked for. */
export type ProofSetup = Omit<ProofOptions, 'seed' | 'runs' | 'applications' | 'eventsPerKill'>;

const SEED = Number(process.env.KUBEMIN_TEST_SEED ?? Date.now() % 1_000_000);
const APPLICATIONS = 8;
const LIMIT_MS = 3_600_000;

/** Runs one configuration and holds what it left behind against every check; skipped by name where something is missing. */
export function describeProof(title: string, setUp: () => Promise<ProofSetup>, missing?: string): void {
  if (missing !== undefined) {
    test.skip(`${title} (skipped: ${missing})`);
    return;
  }
  describe(`${title} (${PROOF_SIZE.runs} runs, seed ${SEED})`, () => {
    let proof: Proof | undefined;
    beforeAll(async () => {
      proof = await runProof({ ...(await setUp()), ...PROOF_SIZE, applications: APPLICATIONS, seed: SEED });
    }, LIMIT_MS);

    test('instances were killed while runs went through', async ({ annotate }) => {
      const { runs = [], writes = [], kills = 0, seconds = 0 } = proof ?? {};
      const cancelled = runs.filter(({ cancel }) => cancel === 'cancelled').length;
      await annotate(
        `${runs.length} runs, ${cancelled} cancelled, ${kills} kills, ${writes.length} writes in ${seconds} s`,
      );
      expect(runs).toHaveLength(PROOF_SIZE.runs);
      expect(kills).toBeGreaterThan(0);
    });

    for (const [sentence, check] of Object.entries(CHECKS)) {
      test(sentence, () => {
        if (proof === undefined) throw new Error('the proof did not come about');
        expect(check(proof)).toEqual([]);
      });
    }
  });
}
