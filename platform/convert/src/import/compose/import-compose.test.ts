import { model } from '@kubemin/testing/rendering';
import { describe, expect, test } from 'vitest';
import { lostLeaves } from '../../test-support/audit.ts';
import { fixtures, printImported } from '../../test-support/fixture.ts';
import { importCompose } from './import-compose.ts';

describe.each(fixtures('compose'))('%s', (name, text) => {
  test('is an application without errors, with every field known', () => {
    const { problems } = model.parse(importCompose(text).document);
    expect(problems.filter(({ severity, code }) => severity === 'error' || code === 'UNKNOWN_FIELD')).toEqual([]);
  });

  test('loses nothing in silence', () => {
    // "version" is ignored by Compose itself.
    expect(lostLeaves(text, (changed) => importCompose(changed, { model }), /^version$/)).toEqual([]);
  });

  test('gives this', async () => {
    const result = printImported(importCompose(text));
    await expect(result).toMatchFileSnapshot(`../../fixtures/expected/compose/${name}`);
  });
});
