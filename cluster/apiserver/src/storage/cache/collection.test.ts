import type { KubeObject } from '@kubemin/kubeapi';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Collection } from './collection.ts';
import { History } from './history.ts';
import type { Interest } from './listener-index.ts';

const LIMITS = { maxEvents: 10_000 };
const inApps = (values: readonly string[]): Interest => ({
  property: 'label:app',
  read: ({ metadata }) => metadata.labels?.app,
  values,
});

function object(namespace: string, name: string, app: string | undefined): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name, labels: app === undefined ? {} : { app } } };
}

/** Enough of them that an index is worth its while. */
function crowded(): Collection {
  const collection = new Collection(new History(0, LIMITS));
  for (let index = 0; index < 300; index += 1) collection.load('crowd', `p${index}`, object('crowd', `p${index}`, 'x'));
  return collection;
}

test('few objects are rather looked through', () => {
  const collection = new Collection(new History(0, LIMITS));
  collection.load('a', 'one', object('a', 'one', 'web'));
  expect(collection.having(inApps(['web']), undefined)).toBeUndefined();
});

test('whatever happens, objects are found by value as if all were looked through', () => {
  const change = fc.record({
    namespace: fc.constantFrom('a', 'a-b', 'b'),
    name: fc.constantFrom('one', 'two', 'three'),
    app: fc.option(fc.constantFrom('web', 'api', ''), { nil: undefined }),
    gone: fc.boolean(),
  });
  const values = fc.array(fc.constantFrom('web', 'api', '', 'x', 'none'), { maxLength: 3 });
  const where = fc.option(fc.constantFrom('a', 'b', 'nowhere'), { nil: undefined });
  fc.assert(
    fc.property(fc.array(fc.tuple(change, values, where)), (steps) => {
      const collection = crowded();
      let revision = 0;
      for (const [{ namespace, name, app, gone }, wanted, place] of steps) {
        const previous = collection.get(namespace, name);
        revision += 1;
        if (!gone) {
          const event = { kind: 'put', revision, object: object(namespace, name, app), previous } as const;
          collection.apply(namespace, name, event);
        } else if (previous !== undefined) {
          collection.apply(namespace, name, { kind: 'delete', revision, object: previous, previous });
        }
        const expected = [...collection.list(place)].filter(({ metadata: { labels } }) =>
          wanted.some((value) => value === labels?.app),
        );
        expect(collection.having(inApps(wanted), place)).toEqual(expected);
      }
    }),
  );
});

test('only so many properties are kept in order; others are looked through', () => {
  const collection = crowded();
  const by = (property: string) =>
    collection.having({ property, read: ({ metadata }) => metadata.name, values: ['p1'] }, undefined);
  const counts = Array.from({ length: 10 }, (_, index) => by(`field:${index}`)?.length);
  expect(counts.slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(counts.at(-1)).toBeUndefined();
  expect(by('field:0')).toHaveLength(1);
});
