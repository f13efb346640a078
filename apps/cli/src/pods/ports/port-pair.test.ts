import { expect, it } from 'vitest';
import { InvalidValue } from '../../command/parameter.ts';
import { portPair } from './port-pair.ts';

it.each([
  ['8080:80', { local: 8080, remote: 80 }],
  ['80', { local: undefined, remote: 80 }],
  [':80', { local: 0, remote: 80 }],
  ['0:80', { local: 0, remote: 80 }],
  ['8080:http', { local: 8080, remote: 'http' }],
  ['http-2', { local: undefined, remote: 'http-2' }],
])('%s is read', (text, pair) => {
  expect(portPair(text)).toEqual(pair);
});

it.each(['', ':', '80:', '0', '8080:0', '65536', '65536:80', '1:2:3', 'HTTP', '-1', '80 ', '8o:80'])(
  '%j is refused with what to write',
  (text) => {
    expect(() => portPair(text)).toThrow(InvalidValue);
  },
);
