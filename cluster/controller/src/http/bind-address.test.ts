import { expect, it } from 'vitest';
import { parseBindAddress } from './bind-address.ts';

it.each([
  [':18001', { kind: 'listen', host: '127.0.0.1', port: 18_001 }],
  ['0.0.0.0:80', { kind: 'listen', host: '0.0.0.0', port: 80 }],
  ['[::1]:9', { kind: 'listen', host: '::1', port: 9 }],
  [' localhost:0 ', { kind: 'listen', host: 'localhost', port: 0 }],
  ['0', { kind: 'off' }],
  ['', { kind: 'off' }],
])('%j means %j', (text, address) => {
  expect(parseBindAddress(text)).toEqual(address);
});

it.each(['8080', 'localhost', ':', ':70000', '::1:80', 'http://localhost:80', ':80x', 'a b:80'])(
  '%j is refused',
  (text) => {
    expect(() => parseBindAddress(text)).toThrow(expect.objectContaining({ code: 'BIND_ADDRESS_INVALID' }));
  },
);
