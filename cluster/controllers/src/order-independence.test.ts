import { core } from '@kubemin/kubeapi/resources';
import { ManualClock, SeededRandom, shakyWatches, startTestCluster } from '@kubemin/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprint } from './test-support/fingerprint.ts';
import { type Deed, STORIES } from './test-support/story.ts';

const RUNS = process.env.KUBEMIN_TEST_FULL === '1' ? 100 : 6;
const NODES = 3;

/** How stories are told: which deed comes next, how much time passes between two, and how bad the line is. */
interface Telling {
  readonly seed: number;
  readonly haste: 'at once' | 'little by little';
  readonly line: 'steady' | 'late' | 'stuttering' | 'broken';
}

/** Somebody in the namespace of their story. */
interface Person {
  readonly name: string;
  readonly deeds: readonly Deed[];
}

const LINES = {
  steady: {},
  late: { turns: 40, late: 0.2, delayMs: 1_500 },
  stuttering: { turns: 20, repeated: 0.5, late: 0.1, delayMs: 500 },
  broken: { turns: 20, broken: 0.15, repeated: 0.2, late: 0.1, delayMs: 800 },
} as const;
/** By then the latest thing any story waits for has happened, two minutes after their beginning. */
const STORY_MS = 150_000;
const PATIENCE_MS = 900_000;

const calm: Telling = { seed: 0, haste: 'at once', line: 'steady' };
const telling: fc.Arbitrary<Telling> = fc.record({
  seed: fc.integer({ min: 1 }),
  haste: fc.constantFrom('at once', 'little by little'),
  line: fc.constantFrom('late', 'stuttering', 'broken'),
});
/** Which stories, and how large. */
const cast = fc
  .shuffledSubarray(Object.keys(STORIES), { minLength: 4, maxLength: 9 })
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.integer({ min: 1, max: 4 })))));
const ALL = Object.keys(STORIES).map((name): [string, number] => [name, 2]);

test('whatever the order of what people do, and however badly controllers hear of it, it ends the same way', async () => {
  await fc.assert(
    fc.asyncProperty(cast, telling, async (roles, how) => {
      const stories = roles.flatMap(([name, size]) => STORIES[name]?.(size).map((deeds) => ({ name, deeds })) ?? []);
      const expected = await tell(stories, calm);
      expect(expected.filter(isUnfinished)).toEqual([]);
      const actual = await tell(stories, how, expected);
      expect({ surplus: without(actual, expected), missing: without(expected, actual) }).toEqual({
        surplus: [],
        missing: [],
      });
    }),
    { numRuns: RUNS, endOnFailure: true, examples: [[ALL, { seed: 1, haste: 'at once', line: 'broken' }]] },
  );
}, 1_800_000);

/** How it ends; with something expected, as soon as it ends like that. */
async function tell(people: readonly Person[], how: Telling, expected?: readonly string[]): Promise<readonly string[]> {
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
    const namespaces = new Set(people.map(({ name }) => name));
    for (const name of namespaces) {
      await client.resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    }
    for (const { deed, name } of shuffled(people, how.seed === 0 ? undefined : random)) {
      await deed(client, name);
      if (how.haste === 'little by little') await clock.advance(random.below(1_000));
    }
    await clock.advance(STORY_MS);
    return await settled(() => fingerprint(client, [...namespaces, 'brief']), clock, expected);
  } finally {
    await cluster.close();
  }
}

/** Deeds of one person in their order, people in any. */
function shuffled(people: readonly Person[], random: SeededRandom | undefined) {
  const left = people.map(({ name, deeds }) => ({ name, deeds: [...deeds] }));
  const order: { readonly name: string; readonly deed: Deed }[] = [];
  while (left.length > 0) {
    const index = random?.below(left.length) ?? 0;
    const person = left[index];
    const deed = person?.deeds.shift();
    if (person === undefined || deed === undefined) left.splice(index, 1);
    else order.push({ name: person.name, deed });
  }
  return order;
}

/** All stories can end well: a pod that waits or that nobody took in, or a status of yesterday, is no end. */
function isUnfinished(line: string): boolean {
  if (!line.startsWith('Pod ')) return line.includes(' (outdated) ');
  return !/"phase":"(Running|Succeeded)"/.test(line) || !line.includes('"ownerReferences"');
}

/** As often as it is there more often. */
function without(some: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return some.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

async function settled(
  look: () => Promise<readonly string[]>,
  clock: ManualClock,
  expected: readonly string[] | undefined,
): Promise<readonly string[]> {
  let seen = await look();
  const isExpected = () => expected === undefined || expected.join() === seen.join();
  for (let passed = 0; passed < PATIENCE_MS; passed += 10_000) {
    await clock.advance(10_000);
    const before = seen;
    seen = await look();
    if (before.join() === seen.join() && isExpected()) return seen;
  }
  return seen;
}
