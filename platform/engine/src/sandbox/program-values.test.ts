import fc from 'fast-check';
import { expect, test } from 'vitest';
import { programValues } from './program-values.ts';

test.each([
  ['nothing', '', '', {}],
  ['a text', ' all fine \n', '', { result: 'all fine' }],
  ['an object', '{"rows":3}', '', { rows: 3, result: { rows: 3 } }],
  ['a list is a text', '[1]', '', { result: '[1]' }],
  ['half an object is a text', '{"rows":', '', { result: '{"rows":' }],
  ['lines of the log', '', 'x\n::output tag=v1=2\r\n ::output no=1\n::output tag=v3\n', { tag: 'v3' }],
  ['the object wins over the log', '{"tag":"b"}', '::output tag=a', { tag: 'b', result: { tag: 'b' } }],
])('%s', (_name, message, log, values) => {
  expect(programValues(message, log)).toEqual(values);
});

test('whatever a program writes, there are values', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (message, log) => typeof programValues(message, log) === 'object'));
});
