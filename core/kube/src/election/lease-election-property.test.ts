import { core } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Candidate, Candidates } from '../test-support/candidates.ts';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

/** One thing that happens to a process, its clock or its line. */
type Step = (candidate: Candidate) => void;

const STEPS: Readonly<Record<string, Step>> = {
  stop: ({ clock }) => clock.stop(),
  continue: ({ clock }) => clock.continue(),
  'set clock ahead': ({ clock }) => {
    clock.skew += 60_000;
  },
  'set clock back': ({ clock }) => {
    clock.skew -= 60_000;
  },
  'cut line': (candidate) => {
    candidate.fault = () => Promise.reject(new Error('the network is down'));
  },
  'hang line': (candidate) => {
    candidate.fault = ({ signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  },
  'restore line': (candidate) => {
    candidate.fault = undefined;
  },
};

const steps = fc.array(
  fc.record({
    who: fc.nat({ max: 2 }),
    what: fc.constantFrom(...Object.keys(STEPS)),
    lasting: fc.constantFrom(500, 2_000, 6_000, 16_000),
  }),
  { maxLength: 25 },
);

test('whatever happens to processes, clocks and lines, there is never a second leader, and in the end there is one', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const name = `property-${++runs}`;
      const candidates = new Candidates(cluster.handler, name, 3);
      const { all } = candidates;
      for (const candidate of all) candidate.start();
      await candidates.settle();
      const terms: number[] = [];
      const check = async (): Promise<void> => {
        expect(all.filter(({ leads }) => leads).length).toBeLessThanOrEqual(1);
        for (const candidate of all.filter(({ fault }) => fault === undefined)) {
          if (await candidate.write(name)) terms.push(candidate.leadership?.term ?? -1);
        }
      };
      for (const { who, what, lasting } of sequence) {
        const candidate = all[who];
        if (candidate !== undefined) STEPS[what]?.(candidate);
        for (let passed = 0; passed < lasting; passed += 500) {
          await candidates.pass(500);
          await check();
        }
      }
      for (const { clock } of all) clock.continue();
      for (const candidate of all) candidate.fault = undefined;
      await candidates.pass(40_000);
      await check();
      expect(all.filter(({ leads }) => leads)).toHaveLength(1);
      // Writes of an old term after those of a newer one would be a second leader's.
      expect(terms).toEqual([...terms].sort((a, b) => a - b));
      const stored = await cluster.client.resource(core.v1.configmaps, 'default').get(name);
      expect(stored.data?.term).toBe(String(terms.at(-1)));
      await candidates.close();
    }),
    { numRuns: 40 },
  );
});
