import { expect, test } from 'vitest';
import { listenError } from './listen-error.ts';

const systemError = (code: string) => Object.assign(new Error(`listen ${code}`), { code });

test.each([
  ['EADDRINUSE', 'PORT_TAKEN', 'choose another port'],
  ['EACCES', 'PORT_FORBIDDEN', 'above 1023'],
  ['EADDRNOTAVAIL', 'HOST_UNKNOWN', '127.0.0.1 always works'],
  ['EPERM', 'LISTEN_FAILED', 'operation not permitted'],
])('%s: the message has the address and what to do', (system, code, words) => {
  const cause = systemError(system);
  const error = listenError('10.0.0.1', 80, cause);
  expect(error).toMatchObject({ code, host: '10.0.0.1', port: 80, cause });
  expect(error.message).toMatch(/^cannot listen on 10\.0\.0\.1 port 80: /);
  expect(error.message).toContain(words);
});
