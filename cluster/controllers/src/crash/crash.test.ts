import { type Death, SeededRandom } from '@kubemin/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomCrash } from './test-support/crash-plan.ts';
import { CrashTestCluster } from './test-support/crash-test-cluster.ts';
import type { ScenarioRun } from './test-support/scenario-run.ts';
import { SCENARIOS } from './test-support/scenarios/all-scenarios.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const ROUNDS = FULL ? 20 : 1;
/** How often the controllers die in each scenario of a round; deaths that come due together are one. */
const DEATHS = FULL ? 2 : 1;
/** In all rounds together. */
const FEWEST_KILLS = FULL ? 200 : 1;
const MOMENTS: readonly Death[] = ['lost', 'unanswered'];
const SEED = fc.readConfigureGlobal()?.seed ?? Date.now() % 2 ** 31;
const random = new SeededRandom(SEED);

let crashCluster: CrashTestCluster;
let undisturbed: readonly ScenarioRun[];

beforeAll(async () => {
  crashCluster = await CrashTestCluster.open();
  undisturbed = await crashCluster.runAll(SCENARIOS.map((scenario) => ({ scenario })));
});
afterAll(() => crashCluster?.close());

test('controllers that are not killed finish all scenarios', () => {
  expect(failureMessages(undisturbed)).toEqual([]);
  expect(undisturbed.filter(({ writes }) => writes === 0)).toEqual([]);
});

for (let round = 1; round <= ROUNDS; round += 1) {
  test(`killed with -9 at any write, the next ones bring everything to the same end, nothing twice, nothing lost (${round})`, async ({
    annotate,
  }) => {
    const before = crashCluster.kills;
    const runs = await crashCluster.runAll(
      SCENARIOS.map((scenario, index) => {
        const { end: expected, writes = 1 } = undisturbed[index] ?? {};
        const moments = (index + round) % 2 === 0 ? MOMENTS : MOMENTS.toReversed();
        return { scenario, expected, strike: randomCrash(random, writes, moments.slice(0, DEATHS)) };
      }),
    );
    const kills = crashCluster.kills - before;
    const strikes = runs.flatMap(({ scenario, happened }) => happened.map((each) => `${scenario}: ${each}`));
    await annotate(`seed ${SEED}, ${kills} kills: ${strikes.join('; ')}`);
    expect(failureMessages(runs), `seed ${SEED}`).toEqual([]);
    // How many is luck: those that come due together are one, and a run may need fewer writes than the undisturbed one.
    expect(kills).toBeGreaterThan(0);
  });
}

test(`all rounds together kill at least ${FEWEST_KILLS} times`, () => {
  process.stdout.write(`crash proof: ${crashCluster.kills} kills in ${ROUNDS} rounds, seed ${SEED}\n`);
  expect(crashCluster.kills).toBeGreaterThanOrEqual(FEWEST_KILLS);
});

function failureMessages(runs: readonly ScenarioRun[]): readonly string[] {
  return runs.flatMap(({ scenario, happened, failure }) =>
    failure === undefined ? [] : [`${scenario} (${happened.join('; ')}): ${failure.message}`],
  );
}
