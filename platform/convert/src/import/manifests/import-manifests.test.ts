import { model } from '@kubemin/testing/rendering';
import { describe, expect, test } from 'vitest';
import { lostLeaves } from '../../test-support/audit.ts';
import { fixtures, printImported } from '../../test-support/fixture.ts';
import { importManifests } from './read-objects.ts';

/** What servers write, selectors that KubeMin replaces by its own, and the name of an autoscaler. */
const MEANINGLESS =
  /(apiVersion|uid|resourceVersion|creationTimestamp|numberReady|matchLabels\.\w+|spec\.clusterIP)$|^\[6\]\.metadata\.name$/;

describe.each(fixtures('manifests'))('%s', (name, text) => {
  test('is an application without errors, with every field known', () => {
    const { problems } = model.parse(importManifests(text).document);
    expect(problems.filter(({ severity, code }) => severity === 'error' || code === 'UNKNOWN_FIELD')).toEqual([]);
  });

  test('loses nothing in silence', () => {
    expect(lostLeaves(text, (changed) => importManifests(changed, { model }), MEANINGLESS)).toEqual([]);
  });

  test('gives this', async () => {
    const result = printImported(importManifests(text));
    await expect(result).toMatchFileSnapshot(`../../fixtures/expected/manifests/${name}`);
  });
});
