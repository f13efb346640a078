import { model } from '@kubemin/testing/rendering';
import { describe, expect, test } from 'vitest';
import { lostLeaves } from '../../test-support/audit.ts';
import { fixture, fixtures, printImported } from '../../test-support/fixture.ts';
import { importScore } from './import-score.ts';

describe.each(fixtures('score'))('%s', (name, text) => {
  test('is an application without errors, with every field known', () => {
    const { problems } = model.parse(importScore(text).document);
    expect(problems.filter(({ severity, code }) => severity === 'error' || code === 'UNKNOWN_FIELD')).toEqual([]);
  });

  test('loses nothing in silence', () => {
    expect(lostLeaves(text, (changed) => importScore(changed, { model }), /^$/)).toEqual([]);
  });

  test('gives this', async () => {
    const result = printImported(importScore(text));
    await expect(result).toMatchFileSnapshot(`../../fixtures/expected/score/${name}`);
  });
});

test('variables and files that are handed in are used', () => {
  const { document } = importScore(fixture('score/backend.yaml'), {
    variables: { LOG_LEVEL: 'debug' },
    files: { 'ca.pem': 'CERT' },
    name: 'payments',
  });
  expect(document.name).toBe('payments');
  expect(document.component[0]?.properties?.conf).toMatchObject({ 'ca.pem': 'CERT' });
  expect(document.component[1]?.traits?.envs).toContainEqual({ name: 'LOG_LEVEL', valueFrom: { static: 'debug' } });
});
