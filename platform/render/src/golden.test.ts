import { readFileSync } from 'node:fs';
import type { PodSpec } from '@kubemin/kubeapi/types/core.v1';
import {
  type Expected,
  type GoldenExample,
  goldenDocuments,
  goldenExamples,
  goldenText,
} from '@kubemin/testing/golden';
import { findObject, model, render } from '@kubemin/testing/rendering';
import { describe, expect, test } from 'vitest';
import type { RenderedObject } from './object/rendered-object.ts';

/** How many examples the manual prints of each trait, and the design notes altogether. */
const PRINTED = {
  envs: 5,
  envFrom: 3,
  resources: 1,
  storage: 7,
  probes: 4,
  init: 2,
  sidecar: 3,
  rbac: 7,
  ingress: 5,
  notes: 6,
};
const IN_WORDS = 'in words';

const exampleTopic = ({ name }: GoldenExample) => name.split(': ', 1)[0] ?? '';
const topics = [...Map.groupBy(goldenExamples, exampleTopic)].map(([topic, list]) => ({
  topic,
  count: list.length,
  list,
}));

test('every example the manual prints is here', () => {
  const counts = topics.filter(({ topic }) => topic !== IN_WORDS).map(({ topic, count }) => [topic, count]);
  expect(Object.fromEntries(counts)).toEqual(PRINTED);
});

describe.each(topics)('$topic: $count examples', ({ list }) => {
  test.each(list)('$name', (example) => {
    const objects = renderExample(example);
    expectContained(objects, example);
    const { insteadOf } = example;
    if (insteadOf === undefined) return;
    // Nothing but the manual's part is different from what just passed. A deviation that is none any more must go.
    const manual = { ...example, ...insteadOf.manual };
    expect(() => expectContained(objects, manual), insteadOf.deviation).toThrow(/^expected /);
  });
});

describe(`whole applications: ${goldenDocuments.length}`, () => {
  test.each(goldenDocuments)('$name', ({ document, objects: expected }) => {
    const objects = render(document);
    for (const part of expected) expect(findObject(objects, part.kind, part.metadata.name)).toMatchObject(part);
  });
});

test('the table of deviations lists exactly those that the examples show', () => {
  const table = readFileSync(new URL('../../../docs/history.md', import.meta.url), 'utf8');
  const listed = [...table.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name);
  const shown = goldenExamples.flatMap(({ insteadOf }) => (insteadOf === undefined ? [] : [insteadOf.deviation]));
  expect(listed.toSorted()).toEqual([...new Set(shown)].toSorted());
});

test('R-15: every example the manual prints loads without leniency', () => {
  const texts = [
    ...goldenExamples.map((example) => goldenText(example)),
    ...goldenDocuments.map(({ document }) => document),
  ];
  const refused = texts.flatMap((text) => model.parseText(text, { unknownFields: 'refuse' }).problems);
  expect(refused.filter(({ code, severity }) => code === 'UNKNOWN_FIELD' || severity === 'error')).toEqual([]);
});

function renderExample(example: GoldenExample): readonly RenderedObject[] {
  return render(goldenText(example));
}

function expectContained(objects: readonly RenderedObject[], expected: Expected): void {
  const { kinds, container = {}, sidecars = [], initContainers, pod: settings = {}, volumes, claims } = expected;
  const { pod, templates } = findWorkload(objects);
  const [main, ...others] = pod.containers;
  expect(main).toMatchObject({ name: 'app', image: 'app:1', ...container });
  expect(others).toMatchObject(sidecars);
  expect(pod).toMatchObject(settings);
  if (initContainers !== undefined) expect(pod.initContainers).toMatchObject(initContainers);
  if (volumes !== undefined) expect(pod.volumes ?? []).toMatchObject(volumes);
  const loose = objects.filter(({ object }) => object.kind === 'PersistentVolumeClaim').map(({ object }) => object);
  if (claims !== undefined) expect([...templates, ...loose]).toMatchObject(claims);
  if (kinds !== undefined) expect(objects.map(({ object }) => object.kind)).toEqual(kinds);
  for (const part of expected.objects ?? []) {
    expect(findObject(objects, part.kind, part.metadata.name)).toMatchObject(part);
  }
}

function findWorkload(objects: readonly RenderedObject[]): {
  readonly pod: PodSpec;
  readonly templates: readonly object[];
} {
  const kind = objects.some(({ object }) => object.kind === 'StatefulSet') ? 'StatefulSet' : 'Deployment';
  const { spec } = JSON.parse(JSON.stringify(findObject(objects, kind)));
  return { pod: spec.template.spec, templates: spec.volumeClaimTemplates ?? [] };
}
