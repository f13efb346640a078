import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import type { ApiHandler, ApiRequest, WatchEvent } from '@kubemin/kubeapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadOrCreateCertificates } from '../certificates/certificates.ts';
import { type ApiListener, serveApi } from './serve-api.ts';

let directory: string;
let listener: ApiListener;
let session: ClientHttp2Session;
let handler: ApiHandler;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubemin-http2-'));
  const parts = { clock: systemClock, random: systemRandom, logger: silentLogger };
  const tls = await loadOrCreateCertificates({ ...parts, directory, hosts: [] });
  const authenticate = async () => ({ kind: 'none' }) as const;
  const host = '127.0.0.1';
  listener = await serveApi({ ...parts, handler: (request) => handler(request), host, port: 0, tls, authenticate });
  session = connect(`https://127.0.0.1:${listener.port}`, { ca: tls.ca });
});

afterEach(async () => {
  session.close();
  await listener.close();
  await rm(directory, { recursive: true });
});

async function* endless(signal: AbortSignal | undefined): AsyncGenerator<readonly WatchEvent[]> {
  yield [];
  if (signal !== undefined && !signal.aborted) await once(signal, 'abort');
}

describe('a request over HTTP/2', () => {
  it.each([constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_CANCEL])(
    'is over for the handler when the client closes it with code %i',
    async (code) => {
      const asked = Promise.withResolvers<ApiRequest>();
      handler = async (request) => {
        asked.resolve(request);
        return { kind: 'watch', status: 200, headers: {}, events: endless(request.signal) };
      };
      const stream = session.request({ ':path': '/api/v1/pods?watch=1' });
      await once(stream, 'response');
      const { signal } = await asked.promise;
      expect(signal?.aborted).toBe(false);
      const aborted = once(signal ?? new EventTarget(), 'abort');
      stream.close(code);
      await aborted;
    },
  );

  it('does not count as abandoned after its response', async () => {
    let signal: AbortSignal | undefined;
    handler = async (request) => {
      signal = request.signal;
      return { kind: 'text', status: 200, headers: {}, text: 'ok' };
    };
    for (let count = 0; count < 2; count += 1) {
      const stream = session.request({ ':path': '/healthz' });
      stream.resume();
      await once(stream, 'close');
    }
    expect(signal?.aborted).toBe(false);
  });

  it('with a method whose response has no body gets none', async () => {
    const stream = session.request({ ':path': '/healthz', ':method': 'HEAD' });
    const [headers] = await once(stream, 'response');
    expect(headers[':status']).toBe(405);
    stream.resume();
    await once(stream, 'end');
  });

  it('that waits to be asked for its body is asked', async () => {
    handler = async ({ body }) => {
      const length = body?.kind === 'bytes' ? body.bytes.byteLength : 0;
      return { kind: 'text', status: 200, headers: {}, text: `${length}` };
    };
    const stream = session.request(
      { ':path': '/apis', ':method': 'POST', expect: '100-continue' },
      { endStream: false },
    );
    await once(stream, 'continue');
    stream.end('four');
    const chunks: unknown[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.join('')).toBe('4');
  });
});
