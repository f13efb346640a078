import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { ApiHandler, ApiRequest } from '@kubemin/kubeapi';
import { afterEach, expect, test } from 'vitest';
import { type HttpAdapter, serveHandler } from '../../test-support/http-adapter.ts';
import { type HttpTransport, httpTransport } from './http-transport.ts';

/** As many as share the connections of a burst, and then some have to wait. */
const BURST = 32;

let server: HttpAdapter | undefined;
let transport: HttpTransport | undefined;
afterEach(async () => {
  transport?.close();
  await server?.close();
});

const post = (path: string): ApiRequest => ({ method: 'POST', path, query: new URLSearchParams(), headers: {} });

test('a request that waits for a connection can be called off at the moment it gets one', async () => {
  const seen: string[] = [];
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const api: ApiHandler = async ({ path }) => {
    seen.push(path);
    if (seen.length === BURST) arrived.resolve();
    await gate.promise;
    return { kind: 'text', status: 200, headers: {}, text: '' };
  };
  server = await serveHandler(api);
  transport = httpTransport({ server: server.url });
  const { handler } = transport;
  const first = Array.from({ length: BURST }, (_, number) => handler(post(`/first/${number}`)));
  await arrived.promise;
  const wanted = handler(post('/wanted'));
  const lost = new AbortController();
  let overtaken = false;
  const beforeSending = (): void => {
    if (overtaken) lost.abort(new TerminalError(verbatim('too late'), { code: 'TEST_LATE' }));
  };
  const called = handler({ ...post('/called-off'), signal: lost.signal, beforeSending });
  overtaken = true;
  gate.resolve();
  await expect(called).rejects.toMatchObject({ code: 'TEST_LATE' });
  await Promise.all([...first, wanted]);
  // One more round trip: what was sent before it has arrived by now.
  await handler(post('/last'));
  expect(seen.slice(BURST).toSorted()).toEqual(['/last', '/wanted']);
});
