import { describe, expect, test } from 'vitest';
import { PlatformError } from '../contract/platform-error.ts';
import { startHttpStub } from '../test-support/http-stub.ts';
import { createPlatformClient } from './platform-client.ts';

async function failure(call: Promise<unknown>): Promise<PlatformError> {
  const thrown = await call.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  );
  if (thrown instanceof PlatformError) return thrown;
  throw thrown;
}

describe('calls of the platform client', () => {
  test('a refused connection names the URL and how to start KubeMin', async () => {
    const stub = await startHttpStub((_, response) => response.end());
    await stub[Symbol.asyncDispose]();
    const error = await failure(createPlatformClient({ url: stub.url }).listApplications());
    expect(error).toMatchObject({ code: 'UNREACHABLE', status: undefined, retryable: true });
    expect(error.message).toContain(`${stub.url}/api/v1/applications`);
    expect(error.message).toMatch(/^cannot connect to KubeMin at http\S+: \S/);
    expect(error.message).toContain('connection refused');
  });

  test('an error body becomes a PlatformError with its name, codes and problems', async () => {
    const problem = { path: 'name', code: 'NAME_TOO_SHORT', message: 'too short', severity: 'error' };
    await using stub = await startHttpStub((_, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 10020, error: 'VALIDATION_FAILED', message: 'no', problems: [problem] }));
    });
    const client = createPlatformClient({ url: stub.url });
    const error = await failure(client.saveApplication({ text: '{}', format: 'json' }));
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', businessCode: 10020, status: 400, retryable: false });
    expect(error.problems).toEqual([problem]);
    expect(error.message).toBe('no');
  });

  test('a page of some other server is distinguished from an error of KubeMin', async () => {
    await using stub = await startHttpStub((_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<h1>nginx</h1>');
    });
    const error = await failure(createPlatformClient({ url: stub.url }).getApplication('a'));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 404, retryable: false });
    expect(error.message).toContain('check the address');
  });

  test('a success that breaks the contract is reported, not handed on', async () => {
    await using stub = await startHttpStub((_, response) => response.end('{"applications":[{"id":1}]}'));
    const error = await failure(createPlatformClient({ url: stub.url }).listApplications());
    expect(error.code).toBe('UNEXPECTED_ANSWER');
  });

  test('the document travels byte for byte, with its media type and the token', async () => {
    const text = '# a comment the author wrote\nname: shöp\n';
    const seen: string[] = [];
    await using stub = await startHttpStub((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        seen.push(request.headers.authorization ?? '', request.headers['content-type'] ?? '');
        seen.push(request.url ?? '', Buffer.concat(pieces).toString());
        response.end('{"valid":true,"errors":[],"warnings":[]}');
      });
    });
    // A slash at the end of the URL, as people paste it.
    const client = createPlatformClient({ url: `${stub.url}/`, token: 'secret' });
    await client.tryApplication({ text, format: 'yaml' });
    expect(seen).toEqual(['Bearer secret', 'application/yaml', '/api/v1/applications/try', text]);
  });

  test('filters that are not set are not sent', async () => {
    const urls: string[] = [];
    await using stub = await startHttpStub((request, response) => {
      urls.push(request.url ?? '');
      response.end('{"applications":[]}');
    });
    const client = createPlatformClient({ url: stub.url });
    await client.listApplications();
    await client.listApplications({ name: 'a b', namespace: undefined });
    expect(urls).toEqual(['/api/v1/applications', '/api/v1/applications?name=a+b']);
  });

  test('an abort comes back as the abort, not as an unreachable server', async () => {
    const caller = new AbortController();
    await using stub = await startHttpStub(() => caller.abort(new Error('enough')));
    const client = createPlatformClient({ url: stub.url });
    await expect(client.listApplications({}, { signal: caller.signal })).rejects.toThrow('enough');
  });
});
