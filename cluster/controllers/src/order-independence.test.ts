import { core } from '@kubemin/kubeapi/resources';
import { ManualClock, SeededRandom, shakyWatches, startTestCluster } from '@kubemin/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClientAction, SCENARIOS } from './test-support/concurrent-actions.ts';
import { fingerprint } from './test-support/fingerprint.ts';

const RUNS = process.env.KUBEMIN_TEST_FULL === '1' ? 100 : 3;
const NODES = 3;

/** How scenarios are run: the order of the actions, the time between two, and the quality of the watches. */
interface RunOptions {
  readonly seed: number;
  readonly haste: 'at once' | 'little by little';
  readonly line: 'steady' | 'late' | 'stuttering' | 'broken';
}

/** A client in the namespace of its scenario. */
interface ScenarioClient {
  readonly name: string;
  readonly actions: readonly ClientAction[];
}

const LINES = {
  steady: {},
  late: { turns: 40, late: 0.2, delayMs: 1_500 },
  stuttering: { turns: 20, repeated: 0.5, late: 0.1, delayMs: 500 },
  broken: { turns: 20, broken: 0.15, repeated: 0.2, late: 0.1, delayMs: 800 },
} as const;
/** By then the latest event of any scenario has happened, two minutes after its beginning. */
const SCENARIO_MS = 150_000;
const TIMEOUT_MS = 900_000;

const UNDISTURBED: RunOptions = { seed: 0, haste: 'at once', line: 'steady' };
const runOptions: fc.Arbitrary<RunOptions> = fc.record({
  seed: fc.integer({ min: 1 }),
  haste: fc.constantFrom('at once', 'little by little'),
  line: fc.constantFrom('late', 'stuttering', 'broken'),
});
/** Which scenarios, and how large. */
const scenarioSizes = fc
  .shuffledSubarray(Object.keys(SCENARIOS), { minLength: 4, maxLength: 9 })
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.integer({ min: 1, max: 4 })))));
const ALL = Object.keys(SCENARIOS).map((name): [string, number] => [name, 2]);

test('the end state depends neither on the order of concurrent actions nor on late, repeated or broken watches', async () => {
  await fc.assert(
    fc.asyncProperty(scenarioSizes, runOptions, async (sizes, how) => {
      const clients = sizes.flatMap(
        ([name, size]) => SCENARIOS[name]?.(size).map((actions) => ({ name, actions })) ?? [],
      );
      const expected = await runScenarios(clients, UNDISTURBED);
      expect(expected.filter(isUnfinished)).toEqual([]);
      const actual = await runScenarios(clients, how, expected);
      expect({ surplus: missingLines(actual, expected), missing: missingLines(expected, actual) }).toEqual({
        surplus: [],
        missing: [],
      });
    }),
    { numRuns: RUNS, endOnFailure: true, examples: [[ALL, { seed: 1, haste: 'at once', line: 'broken' }]] },
  );
}, 1_800_000);

/** The end state; with an expected one, returned as soon as it is reached. */
async function runScenarios(
  clients: readonly ScenarioClient[],
  how: RunOptions,
  expected?: readonly string[],
): Promise<readonly string[]> {
  const clock = new ManualClock();
  const random = new SeededRandom(how.seed);
  const shakes = { clock, random, ...LINES[how.line] };
  const cluster = await startTestCluster({
    clock,
    nodes: NODES,
    aroundControllers: (handler) => shakyWatches(handler, shakes),
  });
  try {
    const { client } = cluster;
    const namespaces = new Set(clients.map(({ name }) => name));
    for (const name of namespaces) {
      await client.resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    }
    for (const { action, name } of shuffleActions(clients, how.seed === 0 ? undefined : random)) {
      await action(client, name);
      if (how.haste === 'little by little') await clock.advance(random.below(1_000));
    }
    await clock.advance(SCENARIO_MS);
    return await waitUntilStable(() => fingerprint(client, [...namespaces, 'brief']), clock, expected);
  } finally {
    await cluster.close();
  }
}

/** Actions of one client in their order, clients in any. */
function shuffleActions(clients: readonly ScenarioClient[], random: SeededRandom | undefined) {
  const left = clients.map(({ name, actions }) => ({ name, actions: [...actions] }));
  const order: { readonly name: string; readonly action: ClientAction }[] = [];
  while (left.length > 0) {
    const index = random?.below(left.length) ?? 0;
    const client = left[index];
    const action = client?.actions.shift();
    if (client === undefined || action === undefined) left.splice(index, 1);
    else order.push({ name: client.name, action });
  }
  return order;
}

/** Every scenario can finish: a pod that is pending or has no owner, or an outdated status, is unfinished. */
function isUnfinished(line: string): boolean {
  if (!line.startsWith('Pod ')) return line.includes(' (outdated) ');
  return !/"phase":"(Running|Succeeded)"/.test(line) || !line.includes('"ownerReferences"');
}

/** The lines of the first list that are missing in the second, each as often as it is missing. */
function missingLines(some: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return some.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

async function waitUntilStable(
  look: () => Promise<readonly string[]>,
  clock: ManualClock,
  expected: readonly string[] | undefined,
): Promise<readonly string[]> {
  let seen = await look();
  const isExpected = () => expected === undefined || expected.join() === seen.join();
  for (let passed = 0; passed < TIMEOUT_MS; passed += 10_000) {
    await clock.advance(10_000);
    const before = seen;
    seen = await look();
    if (before.join() === seen.join() && isExpected()) return seen;
  }
  return seen;
}
