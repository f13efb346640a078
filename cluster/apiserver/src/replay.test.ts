import type { KubeObject, WatchEvent } from '@kubemin/kubeapi';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { configMap, TestApi, type TestWatch } from './test-support/test-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

type Step =
  | { readonly kind: 'put'; readonly name: string; readonly value: string; readonly on: boolean }
  | { readonly kind: 'delete'; readonly name: string };

const names = fc.constantFrom('a', 'b', 'c', 'd');
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('put' as const),
        name: names,
        value: fc.constantFrom('1', '2', '3'),
        on: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), name: names }) },
  ),
  { minLength: 1, maxLength: 25 },
);

async function run(api: TestApi, step: Step): Promise<void> {
  if (step.kind === 'delete') {
    await api.send('DELETE', `${MAPS}/${step.name}`);
    return;
  }
  const body = configMap(step.name, {
    metadata: { labels: { on: step.on ? 'yes' : 'no' } },
    data: { value: step.value },
  });
  const created = await api.send('POST', MAPS, { body });
  if (created.status === 409) await api.send('PUT', `${MAPS}/${step.name}`, { body });
}

async function listed(
  api: TestApi,
  selector: string,
): Promise<{ readonly state: ReadonlyMap<string, KubeObject>; readonly version: string }> {
  const { items, metadata } = await api.list(`${MAPS}?labelSelector=${selector}`);
  return {
    state: new Map(items.map((item) => [item.metadata.name ?? '', item])),
    version: metadata.resourceVersion ?? '',
  };
}

async function replay(
  watch: TestWatch,
  start: ReadonlyMap<string, KubeObject>,
  marker: string,
): Promise<ReadonlyMap<string, KubeObject>> {
  const state = new Map(start);
  let last = 0;
  for (let event: WatchEvent | undefined; ; ) {
    event = await watch.next();
    if (event === undefined || event.object.metadata.name === marker) return state;
    const { name = '', resourceVersion } = event.object.metadata;
    expect(Number(resourceVersion)).toBeGreaterThan(last);
    last = Number(resourceVersion);
    expect(event.type === 'ADDED').toBe(!state.has(name));
    if (event.type === 'DELETED') state.delete(name);
    else state.set(name, event.object);
  }
}

it.each(['', 'on%3Dyes'])(
  'a list and a watch from its version always lead to the present state (selector "%s")',
  async (selector) => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const api = await TestApi.start();
        const snapshots = [await listed(api, selector)];
        for (const step of sequence) {
          await run(api, step);
          snapshots.push(await listed(api, selector));
        }
        const final = await listed(api, selector);
        await api.create(MAPS, configMap('marker', { metadata: { labels: { on: 'yes' } } }));
        for (const { state, version } of snapshots) {
          const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${version}&labelSelector=${selector}`);
          expect(await replay(watch, state, 'marker')).toEqual(final.state);
          watch.stop();
        }
        await api.close();
      }),
      { numRuns: 30 },
    );
  },
);
