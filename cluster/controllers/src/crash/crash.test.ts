import { type Death, SeededRandom } from '@kubemin/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Performance } from './test-support/performance.ts';
import { SCENARIOS } from './test-support/scenarios/all-scenarios.ts';
import { drawStrike } from './test-support/strike.ts';
import { Theatre } from './test-support/theatre.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const ROUNDS = FULL ? 20 : 1;
/** How often the controllers die in each scenario of a round; deaths that come due together are one. */
const DEATHS = FULL ? 2 : 1;
/** In all rounds together. */
const FEWEST_KILLS = FULL ? 200 : 1;
const MOMENTS: readonly Death[] = ['lost', 'unanswered'];
const SEED = fc.readConfigureGlobal()?.seed ?? Date.now() % 2 ** 31;
const random = new SeededRandom(SEED);

let theatre: Theatre;
let undisturbed: readonly Performance[];

beforeAll(async () => {
  theatre = await Theatre.open();
  undisturbed = await theatre.play(SCENARIOS.map((scenario) => ({ scenario })));
});
afterAll(() => theatre?.close());

test('controllers that nobody kills bring everything to its end', () => {
  expect(failuresOf(undisturbed)).toEqual([]);
  expect(undisturbed.filter(({ writes }) => writes === 0)).toEqual([]);
});

for (let round = 1; round <= ROUNDS; round += 1) {
  test(`killed with -9 at any write, the next ones bring everything to the same end, nothing twice, nothing lost (${round})`, async ({
    annotate,
  }) => {
    const before = theatre.kills;
    const performances = await theatre.play(
      SCENARIOS.map((scenario, index) => {
        const { end: expected, writes = 1 } = undisturbed[index] ?? {};
        const moments = (index + round) % 2 === 0 ? MOMENTS : MOMENTS.toReversed();
        return { scenario, expected, strike: drawStrike(random, writes, moments.slice(0, DEATHS)) };
      }),
    );
    const kills = theatre.kills - before;
    const strikes = performances.flatMap(({ scenario, happened }) => happened.map((each) => `${scenario}: ${each}`));
    await annotate(`seed ${SEED}, ${kills} kills: ${strikes.join('; ')}`);
    expect(failuresOf(performances), `seed ${SEED}`).toEqual([]);
    // How many is luck: those that come due together are one, and a run may need fewer writes than the undisturbed one.
    expect(kills).toBeGreaterThan(0);
  });
}

test(`all rounds together kill at least ${FEWEST_KILLS} times`, () => {
  process.stdout.write(`crash proof: ${theatre.kills} kills in ${ROUNDS} rounds, seed ${SEED}\n`);
  expect(theatre.kills).toBeGreaterThanOrEqual(FEWEST_KILLS);
});

function failuresOf(performances: readonly Performance[]): readonly string[] {
  return performances.flatMap(({ scenario, happened, failure }) =>
    failure === undefined ? [] : [`${scenario} (${happened.join('; ')}): ${failure.message}`],
  );
}
