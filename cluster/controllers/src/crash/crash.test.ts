import { SeededRandom } from '@kubemin/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Performance } from './test-support/performance.ts';
import { SCENARIOS } from './test-support/scenarios/all-scenarios.ts';
import { drawStrike } from './test-support/strike.ts';
import { Theatre } from './test-support/theatre.ts';

const ROUNDS = process.env.KUBEMIN_TEST_FULL === '1' ? 20 : 1;
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
        const moment = (index + round) % 2 === 0 ? 'lost' : 'unanswered';
        return { scenario, expected, strike: drawStrike(random, writes, moment) };
      }),
    );
    const kills = theatre.kills - before;
    const strikes = performances.flatMap(({ scenario, happened }) => happened.map((each) => `${scenario}: ${each}`));
    await annotate(`seed ${SEED}, ${kills} kills: ${strikes.join('; ')}`);
    expect(failuresOf(performances), `seed ${SEED}`).toEqual([]);
    // How many is luck: two that come due together are one, and a run may need fewer writes than the undisturbed one.
    expect(kills).toBeGreaterThan(0);
  });
}

function failuresOf(performances: readonly Performance[]): readonly string[] {
  return performances.flatMap(({ scenario, happened, failure }) =>
    failure === undefined ? [] : [`${scenario} (${happened.join('; ')}): ${failure.message}`],
  );
}
