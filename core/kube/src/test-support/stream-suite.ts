import { once } from 'node:events';
import { duplexPair, PassThrough } from 'node:stream';
import { type ApiRequest, type ApiResponse, forbidden } from '@kubemin/kubeapi';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MemoryApi } from './memory-api.ts';
import type { TransportUnderTest } from './transport-suite.ts';

/** The contract of every transport for streams: bytes as they arrive, and upgraded connections. */
export function describeStreams(
  name: string,
  connect: (api: MemoryApi['handler']) => Promise<TransportUnderTest>,
): void {
  describe(`${name} transport, streaming`, () => {
    let api: MemoryApi;
    let transport: TransportUnderTest;

    beforeEach(async () => {
      api = new MemoryApi();
      transport = await connect((request) => api.handler(request));
    });

    afterEach(() => transport.close());

    test('bytes arrive while the source goes on', async () => {
      const source = new PassThrough();
      api.injectFault({ kind: 'respond', response: { kind: 'stream', status: 200, headers: {}, body: source } });
      const body = bodyIterator(await transport.handler(request({ expect: 'stream' })));
      source.write('first');
      expect(await next(body)).toBe('first');
      source.end('second');
      expect(await next(body)).toBe('second');
      expect((await body.next()).done).toBe(true);
    });

    test('a source that breaks off throws instead of passing for the whole', async () => {
      const source = new PassThrough();
      api.injectFault({ kind: 'respond', response: { kind: 'stream', status: 200, headers: {}, body: source } });
      const body = bodyIterator(await transport.handler(request({ expect: 'stream' })));
      source.write('half');
      expect(await next(body)).toBe('half');
      source.destroy(new Error('gone'));
      await expect(body.next()).rejects.toThrow();
    });

    test('leaving the loop abandons the source', async () => {
      const source = new PassThrough();
      api.injectFault({ kind: 'respond', response: { kind: 'stream', status: 200, headers: {}, body: source } });
      const body = bodyIterator(await transport.handler(request({ expect: 'stream' })));
      source.write('enough');
      await next(body);
      const closed = new Promise((resolve) => source.on('error', resolve).on('close', resolve));
      await body.return?.();
      await closed;
    });

    test('an upgrade hands over a connection that carries bytes both ways', async () => {
      const [near, far] = duplexPair();
      const upgrade: ApiResponse = { kind: 'upgrade', status: 101, headers: UPGRADE, socket: near };
      api.injectFault({ kind: 'respond', response: upgrade });
      const response = await transport.handler(request({ expect: 'upgrade', headers: UPGRADE }));
      if (response.kind !== 'upgrade') throw new Error(`${response.kind} is no upgrade`);
      expect(response.headers.upgrade).toBe('echo');
      far.write('from the server');
      expect(String((await once(response.socket, 'data'))[0])).toBe('from the server');
      response.socket.write('from the client');
      expect(String((await once(far, 'data'))[0])).toBe('from the client');
      response.socket.destroy();
    });

    test('an upgrade that is rejected returns the reason', async () => {
      api.injectFault({ kind: 'refuse', error: forbidden('not you') });
      const response = await transport.handler(request({ expect: 'upgrade', headers: UPGRADE }));
      expect(response).toMatchObject({ kind: 'object', status: 403, object: { reason: 'Forbidden' } });
    });
  });
}

const UPGRADE = { connection: 'Upgrade', upgrade: 'echo' };

function request(more: Pick<ApiRequest, 'expect'> & Partial<ApiRequest>): ApiRequest {
  return { method: 'GET', path: '/api/v1/configmaps', query: new URLSearchParams(), headers: {}, ...more };
}

function bodyIterator(response: ApiResponse): AsyncIterator<Uint8Array> {
  if (response.kind !== 'stream') throw new Error(`${response.kind} is no stream`);
  return response.body[Symbol.asyncIterator]();
}

async function next(body: AsyncIterator<Uint8Array>): Promise<string> {
  const { value, done } = await body.next();
  return done === true ? 'the end' : Buffer.from(value).toString();
}
