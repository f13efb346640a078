import { isJsonObject } from '@kubemin/kubeapi';
import { model, parseSample, publishedApplications, renderer } from '@kubemin/testing/rendering';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtinRenderRegistry } from './renderer/builtin.ts';
import { createRenderer } from './renderer/renderer.ts';

/** Every application we publish, as plain data. */
const inputs: readonly (readonly [string, unknown])[] = publishedApplications().map(({ file, document }) => [
  file,
  parse(model.printDocument(document)),
]);

/** The same data with the keys of every map in another order, which `order` decides. */
function shuffled(value: unknown, order: (length: number) => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, order));
  if (!isJsonObject(value)) return value;
  const left = Object.entries(value);
  const entries: [string, unknown][] = [];
  while (left.length > 0) {
    const [taken] = left.splice(order(left.length), 1);
    if (taken !== undefined) entries.push([taken[0], shuffled(taken[1], order)]);
  }
  return Object.fromEntries(entries);
}

const identity = { appId: 'k3v9q0w2e8r7t6y5u4i3o2p1' };

describe('the same document gives the same bytes', () => {
  test.each(inputs)('%s, whatever the order of its keys', (_file, input) => {
    const expected = JSON.stringify(renderer.render(parseSample(input), identity));
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (stream) => {
        const order = (length: number): number => (stream.next().value ?? 0) % length;
        const same = parseSample(shuffled(input, order));
        expect(JSON.stringify(createRenderer(builtinRenderRegistry).render(same, identity))).toBe(expected);
      }),
      { numRuns: 15 },
    );
  });

  test('labels, annotations and data too', () => {
    const [left, right] = [
      { a: '1', b: '2', c: '3' },
      { c: '3', a: '1', b: '2' },
    ];
    const bytes = (map: object) =>
      JSON.stringify(
        renderer.render(
          parseSample({
            name: 'shop',
            component: [
              { name: 'conf', type: 'config', properties: { conf: map, labels: map, annotations: map } },
              { name: 'keys', type: 'secret', properties: { secret: map } },
              { name: 'web', type: 'webservice', image: 'a', properties: { labels: map, annotations: map, env: map } },
            ],
          }),
          identity,
        ),
      );
    expect(bytes(left)).toBe(bytes(right));
  });
});

describe('names', () => {
  // Short ones, ones at the limit, and ones that differ only at their end.
  const name = fc.oneof(
    fc.stringMatching(/^[a-z][a-z0-9-]{0,12}[a-z0-9]$/),
    fc.stringMatching(/^x{50,60}[a-z0-9]{2}$/),
  );
  const appId = fc.stringMatching(/^[a-z0-9]{24}$/);
  const type = fc.constantFrom('webservice', 'worker', 'store', 'job', 'cron', 'daemon');
  const application = fc.uniqueArray(fc.record({ name, type }), {
    minLength: 1,
    maxLength: 8,
    selector: (c) => c.name,
  });

  const rendered = (components: readonly { name: string; type: string }[], id: string) =>
    renderer.render(
      parseSample({
        name: 'shop',
        component: components.map((each) => ({
          ...each,
          image: 'a',
          properties: { ports: [{ port: 80 }], ...(each.type === 'cron' ? { schedule: '@daily' } : {}) },
        })),
      }),
      { appId: id },
    );

  test('W-21: components of one application, and of two, never meet in an object we named', () => {
    fc.assert(
      fc.property(application, application, fc.uniqueArray(appId, { minLength: 2, maxLength: 2 }), (one, two, ids) => {
        const [first = '', second = ''] = ids;
        const objects = [...rendered(one, first), ...rendered(two, second)];
        // A Service named like its component steps back at delivery; it is not ours to keep apart.
        const ours = objects.filter(({ onExisting }) => onExisting !== 'yield');
        const keys = ours.map(({ object }) => `${object.kind}/${object.metadata.name}`);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  test('every name and label value is one Kubernetes accepts, with room for what it adds', () => {
    const LONGEST: Readonly<Record<string, number>> = { StatefulSet: 52, CronJob: 52 };
    fc.assert(
      fc.property(application, appId, (components, id) => {
        for (const { object } of rendered(components, id)) {
          expect(object.metadata.name).toMatch(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
          expect(object.metadata.name?.length).toBeLessThanOrEqual(LONGEST[object.kind] ?? 63);
          for (const value of Object.values(object.metadata.labels ?? {})) {
            expect(value).toMatch(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/);
          }
        }
      }),
    );
  });

  test('each object has its owner and source', () => {
    fc.assert(
      fc.property(application, appId, (components, id) => {
        for (const { component, source, object } of rendered(components, id)) {
          const index = components.findIndex((each) => each.name === component);
          expect(source).toMatch(new RegExp(`^component\\[${index}\\]`));
          expect(object.metadata.labels).toMatchObject({
            'kube-min-cli-appId': id,
            'kube-min-cli-componentName': component,
          });
        }
      }),
    );
  });
});
