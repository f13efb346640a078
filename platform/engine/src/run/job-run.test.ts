import { verbatim } from '@kubemin/base/message';
import { expect, test } from 'vitest';
import { readResult } from './job-run.ts';

test('values that have to be worked out are, where they are wanted, and held to what values are', () => {
  const values = () => ({ address: '10.0.0.1' });
  expect(readResult({ message: 'done', values }, true)).toMatchObject({
    message: { message: 'done' },
    values: values(),
  });
  expect(() => readResult({ values: () => 'nothing' }, true)).toThrow('"values" is string');
});

test('values that are not wanted are not evaluated; those that are wanted must be valid', () => {
  const values = () => {
    throw new Error('asked for');
  };
  expect(readResult({ message: 'done', values }, false)).toEqual({ message: verbatim('done') });
  expect(() => readResult({ values: 7 }, false)).toThrow('"values" is number');
});
