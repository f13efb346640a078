import { expect, test } from 'vitest';
import { parseResult, RESULT_MARK, resultTable, type TestResult } from './test-results.ts';

test('results are read from the lines of the console among others', () => {
  const result: TestResult = { name: 'limits > memory', state: 'passed' };
  expect(parseResult(`${RESULT_MARK}${JSON.stringify(result)}`)).toEqual(result);
  expect(parseResult('[   16.97] reboot: Power down')).toBeUndefined();
});

test('the table has a row for each suite, also one without results, and states what has failed and why', () => {
  const results = new Map<string, readonly TestResult[]>([
    [
      'sandbox',
      [
        { name: 'one', state: 'passed' },
        { name: 'two', state: 'failed', reason: 'Error: killed' },
        { name: 'three', state: 'skipped', reason: 'crun is not installed' },
      ],
    ],
    ['nfs', []],
  ]);
  expect(resultTable(results).split('\n')).toEqual([
    'suite    passed  failed  skipped',
    'sandbox  1       1       1',
    'nfs      0       0       0',
    'failed: sandbox: two',
    'Error: killed',
  ]);
});
