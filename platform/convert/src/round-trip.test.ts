import { APP_ID, model, parseSample, publishedApplications, renderer } from '@kubemin/testing/rendering';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toManifests } from './export/out/exporters.ts';
import { importManifests } from './import/manifests/read-objects.ts';
import { documents } from './test-support/documents.ts';

const valid = documents.filter((input) => renders(input));

function renders(input: unknown): boolean {
  const { document } = model.parse(input);
  if (document === undefined) return false;
  try {
    renderer.render(document, { appId: APP_ID });
    return true;
  } catch {
    return false;
  }
}

function renderObjects(input: unknown) {
  const document = parseSample(input);
  return { document, objects: renderer.render(document, { appId: APP_ID }) };
}

function byName(objects: ReturnType<typeof renderObjects>['objects']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    objects
      .map(({ object }) => [`${object.kind}/${object.metadata.name}`, normalised(object)] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/** The order of variables that do not use each other and of volumes means nothing, and so do empty settings. */
function normalised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalised);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      if (key === 'securityContext' && Object.keys(Object(child)).length === 0) return [];
      const list = normalised(child);
      return [[key, ['env', 'volumes'].includes(key) && Array.isArray(list) ? sorted(list) : list] as const];
    }),
  );
}

function sorted(list: readonly unknown[]): readonly unknown[] {
  return list.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}

test('manifests of an application, imported again, render to the same manifests', () => {
  fc.assert(
    fc.property(valid, (input) => {
      const before = renderObjects(input);
      const imported = importManifests(toManifests(before)['manifests.yaml'] ?? '', { model });
      expect(imported.notCarried.filter(({ how }) => how === 'dropped')).toEqual([]);
      expect(byName(renderObjects(imported.document).objects)).toEqual(byName(before.objects));
    }),
    { numRuns: 50 },
  );
});

const published = publishedApplications().map(({ file, document }) => [file, document] as const);

test.each(published)(
  'the manifests of examples/%s, imported again, render to the same manifests',
  (_file, document) => {
    const before = renderObjects(document);
    const imported = importManifests(toManifests(before)['manifests.yaml'] ?? '', { model });
    expect(imported.notCarried.filter(({ how }) => how === 'dropped')).toEqual([]);
    expect(byName(renderObjects(imported.document).objects)).toEqual(byName(before.objects));
  },
);
