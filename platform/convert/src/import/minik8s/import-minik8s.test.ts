import { model } from '@kubemin/testing/rendering';
import { describe, expect, test } from 'vitest';
import { lostLeaves } from '../../test-support/audit.ts';
import { fixtures, printImported } from '../../test-support/fixture.ts';
import { importMinik8s } from './native-objects.ts';

/** The version there is only one of, selectors KubeMin replaces, and names of what becomes part of a component. */
const MEANINGLESS = /apiVersion$|spec\.selector\.app$|workload\.\w+$|^\[2\]\.metaData\.name$/;

describe.each(fixtures('minik8s'))('%s', (name, text) => {
  test('is an application without errors, with every field known', () => {
    const { problems } = model.parse(importMinik8s(text).document);
    expect(problems.filter(({ severity, code }) => severity === 'error' || code === 'UNKNOWN_FIELD')).toEqual([]);
  });

  test('loses nothing in silence', () => {
    expect(lostLeaves(text, (changed) => importMinik8s(changed, { model }), MEANINGLESS)).toEqual([]);
  });

  test('gives this', async () => {
    const result = printImported(importMinik8s(text));
    await expect(result).toMatchFileSnapshot(`../../fixtures/expected/minik8s/${name}`);
  });
});

test('spellings of keys and kinds do not matter', () => {
  const one = 'kind: pod\nmetaData: {name: web, nameSpace: x}\nspec: {containers: [{name: web, image: {imgName: a}}]}';
  const other =
    'kind: POD\nmetadata: {name: web, namespace: x}\nspec: {containers: [{name: web, image: {imgname: a}}]}';
  expect(importMinik8s(other).document).toEqual(importMinik8s(one).document);
});
