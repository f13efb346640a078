import { type ApiRequest, expired, internal, type WatchEvent } from '@kubemin/kubeapi';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { ManualClock } from '@kubemin/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { objectKey } from '../client/resource/kube-client.ts';
import { FoldedView, type InformerHarness, informerHarness } from '../test-support/informer-harness.ts';
import { isList, isWatch } from '../test-support/memory-api.ts';

/** One thing that happens to the server, to the network or to the time. */
type Step = (harness: InformerHarness, clock: ManualClock) => unknown;

const name = fc.constantFrom('a', 'b', 'c', 'd');
const refusal = fc.constantFrom(internal(new Error('down')), expired('too old resource version'));
const isLaterPage = ({ query }: ApiRequest): boolean => query.has('continue');
const kindOfRequest = fc.constantFrom(isList, isLaterPage, isWatch);

const change: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(name, fc.nat()).map(
    ([name, n]): Step =>
      ({ api }) =>
        api.put(name, { n: String(n) }),
  ),
  name.map(
    (name): Step =>
      ({ api }) =>
        api.remove(name),
  ),
);

const fault: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>(({ api }) => api.cutWatches()),
  fc.constant<Step>(({ api }) => api.compact()),
  fc.constant<Step>(({ api }) => api.bookmark()),
  fc.constant<Step>(({ api }) => api.muteWatches()),
  refusal.map(
    (error): Step =>
      ({ api }) => {
        api.send({ type: 'ERROR', object: error.status });
        api.cutWatches();
      },
  ),
  fc.tuple(refusal, kindOfRequest).map(
    ([error, matches]): Step =>
      ({ api }) => {
        api.injectFault({ kind: 'refuse', error }, matches);
      },
  ),
  kindOfRequest.map(
    (matches): Step =>
      ({ api }) => {
        api.injectFault({ kind: 'throw', error: new Error('network') }, matches);
      },
  ),
  kindOfRequest.map(
    (matches): Step =>
      ({ api }) => {
        api.injectFault({ kind: 'hang' }, matches);
      },
  ),
  fc.constant<Step>(({ api }) => {
    const half: readonly WatchEvent[] = [{ type: 'ERROR', object: internal('half a line').status }];
    const events = (async function* () {
      yield half;
    })();
    api.injectFault({ kind: 'respond', response: { kind: 'watch', status: 200, headers: {}, events } }, isWatch);
  }),
);

/** Delays one response by some turns of the event loop: changes then happen between two pages, or before a watch. */
const delay: fc.Arbitrary<Step> = fc.nat({ max: 5 }).map(
  (turns): Step =>
    async () => {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    },
);

/** Old news that arrives late: a server or proxy that repeats itself. */
const repetition: fc.Arbitrary<Step> = fc.tuple(name, fc.constantFrom('ADDED', 'MODIFIED')).map(
  ([name, type]): Step =>
    ({ api }) => {
      const object = api.objects.get(name);
      if (object !== undefined) api.send({ type, object });
    },
);

const passing: fc.Arbitrary<Step> = fc.nat({ max: 3_000 }).map(
  (ms): Step =>
    (_harness, clock) =>
      clock.advance(ms),
);

const steps = fc.array(
  fc.oneof({ weight: 4, arbitrary: change }, fault, repetition, delay, { weight: 2, arbitrary: passing }),
  {
    maxLength: 60,
  },
);

const isOdd = ({ data }: ConfigMap): boolean => Number(data?.n) % 2 === 1;

const INDEXERS = {
  n: ({ data }: ConfigMap) => [data?.n ?? ''],
  odd: (object: ConfigMap) => [String(isOdd(object))],
};

function only(
  objects: ReadonlyMap<string, ConfigMap>,
  matches: (object: ConfigMap, key: string) => boolean,
): ReadonlyMap<string, ConfigMap> {
  return new Map([...objects].filter(([key, object]) => matches(object, key)));
}

test('whatever happens on the way, the store ends as the server, and folding the changes gives the store, or the part that is listened to', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat({ max: 60 }), async (sequence, lateAt) => {
      const clock = new ManualClock();
      const harness = informerHarness(clock, INDEXERS, 2);
      const { api, informer, view, logger, abort } = harness;
      const [late, ofA] = [new FoldedView(), new FoldedView()];
      informer.onChange(ofA.handler, { key: 'default/a' });
      const odd = new Map<string, ConfigMap>();
      informer.onChange(
        ({ type, key, object }) => {
          if (type === 'deleted' || !isOdd(object)) odd.delete(key);
          else odd.set(key, object);
        },
        { index: 'odd', value: 'true' },
      );
      informer.start(abort.signal);
      for (const [index, step] of sequence.entries()) {
        if (index === lateAt) informer.onChange(late.handler);
        await step(harness, clock);
      }
      if (lateAt >= sequence.length) informer.onChange(late.handler);
      api.clearFaults();
      // Past the longest pause and the longest life of a dead watch: whatever was ordered is over by now.
      await clock.advance(1_200_000);
      await clock.advance(0);

      const expected = new Map([...api.objects.values()].map((object) => [objectKey(object), object]));
      expect(new Map(informer.list().map((object) => [objectKey(object), object]))).toEqual(expected);
      expect(view.objects).toEqual(expected);
      expect(late.objects).toEqual(expected);
      expect(ofA.objects).toEqual(only(expected, (_object, key) => key === 'default/a'));
      expect(odd).toEqual(only(expected, isOdd));
      for (const object of expected.values())
        expect(informer.byIndex('n', object.data?.n ?? '')).toContainEqual(object);
      // The views throw when a change does not follow from what they saw before, and that would have been logged.
      expect(logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
      abort.abort();
    }),
    { numRuns: 1000 },
  );
});
