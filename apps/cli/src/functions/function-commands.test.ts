import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '@kubemin/base';
import { installDefinitions } from '@kubemin/controller';
import { createContentStore, type FunctionStatus, functions, functionWorkflows, readArchive } from '@kubemin/functions';
import type { KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import {
  eventually,
  type ServedTestCluster,
  startTestCluster,
  type TemporaryDirectory,
  temporaryDirectory,
} from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HereOptions, runHere } from '../test-support/run-here.ts';
import { writeKubeconfig } from '../test-support/test-kubeconfig.ts';

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'functions', 'hello');

let directory: TemporaryDirectory;
let cluster: ServedTestCluster;
let client: KubeClient;
/** What the gateway was asked. */
const calls: { readonly url: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
let gateway: Server;
let gatewayUrl: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  cluster = await startTestCluster({ transport: 'http', controllers: false });
  client = cluster.client;
  await installDefinitions(client, [functions, functionWorkflows], {
    clock: systemClock,
    signal: new AbortController().signal,
  });
  await writeKubeconfig(at('kubeconfig'), cluster.address);
  gateway = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    calls.push({ url: request.url ?? '', headers: request.headers, body });
    const failed = body.includes('fail');
    const accepted = request.headers.prefer === 'respond-async';
    response.writeHead(failed ? 500 : accepted ? 202 : 200, {
      'content-type': 'application/json',
      'x-function-cold': 'true',
      ...(failed && { 'x-function-error': 'ValueError' }),
      ...(accepted && { location: '/invocations/default/hello-1' }),
    });
    response.end(JSON.stringify(failed ? { error: { type: 'ValueError', message: 'no luck' } } : { message: 'Hello' }));
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(async () => {
  gateway?.closeAllConnections();
  gateway?.close();
  await cluster?.close();
  await directory?.remove();
});

const at = (path: string): string => join(directory.path, path);

function fn(words: readonly string[], options: Omit<HereOptions, 'cwd'> = {}) {
  return runHere(['fn', ...words, '--kubeconfig', at('kubeconfig'), '--yes'], { cwd: directory.path, ...options });
}

/** What the controller reports for the current generation. */
async function report(name: string, status: FunctionStatus): Promise<void> {
  const { metadata } = await client.resource(functions, 'default').get(name);
  const body = { status: { observedGeneration: metadata.generation, ...status } };
  await client.resource(functions, 'default').patch(name, { type: 'merge', body }, { subresource: 'status' });
}

const condition = (type: string, status: 'True' | 'False', reason: string, message = '') => ({
  ...{ type, status, reason, message },
  lastTransitionTime: '2026-01-01T00:00:00Z',
});
const READY: FunctionStatus = {
  conditions: [condition('Built', 'True', 'Loaded'), condition('Ready', 'True', 'Serving')],
  activeRevision: 'hello-1',
  readyInstances: 1,
};

/** Resolves when the function has code other than `digest`; then the controller has something to report. */
async function storedDigest(name: string, previous?: string): Promise<string> {
  const found = await eventually(() => client.resource(functions, 'default').find(name), {
    until: (each) => each?.spec.source?.digest !== undefined && each.spec.source.digest !== previous,
  });
  return found?.spec.source?.digest ?? '';
}

describe('fn', () => {
  test('deploy stores the code, waits until the function is ready, and prints its URL', async () => {
    await cp(EXAMPLE, at('hello'), { recursive: true });
    const deploying = fn(['deploy', 'hello', '--max', '3', '-e', 'LEVEL=high', '--gateway', gatewayUrl]);
    const digest = await storedDigest('hello');
    await report('hello', READY);
    expect(await deploying).toMatchObject({
      exitCode: 0,
      stdout: `${gatewayUrl}/functions/hello\n`,
      stderr: expect.stringMatching(
        /uploaded 1 file \([\s\S]*created \(node\)[\s\S]*ready in .*: revision hello-1\n.*curl -d/,
      ),
    });
    const { spec } = await client.resource(functions, 'default').get('hello');
    expect(spec).toMatchObject({
      runtime: 'node',
      env: [{ name: 'LEVEL', value: 'high' }],
      scaling: { policy: 'waterLevel', max: 3 },
    });
    const bytes = await createContentStore({ client, clock: systemClock }).get(digest, { namespace: 'default' });
    expect(bytes.length).toBeGreaterThan(0);
  });

  test('deploy again changes what is given, and nothing else', async () => {
    const same = await fn(['deploy', 'hello', '--no-wait', '-o', 'json', '--gateway', gatewayUrl]);
    expect(same).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('function hello unchanged') });
    expect(JSON.parse(same.stdout)).toEqual({
      name: 'hello',
      namespace: 'default',
      url: `${gatewayUrl}/functions/hello`,
    });
    const changed = await fn(['deploy', 'hello', '--no-wait', '-e', 'MORE=1', '--min', '1']);
    expect(changed.stderr).toContain('function hello updated (node)');
    const { spec } = await client.resource(functions, 'default').get('hello');
    expect(spec).toMatchObject({
      env: [
        { name: 'LEVEL', value: 'high' },
        { name: 'MORE', value: '1' },
      ],
      scaling: { min: 1, max: 3 },
    });
  });

  test('deploy ends with what the controller reports of code that cannot be loaded', async () => {
    await mkdir(at('broken'));
    await writeFile(at('broken/index.js'), 'export default (');
    const deploying = fn(['deploy', 'broken']);
    await storedDigest('broken');
    await report('broken', { conditions: [condition('Built', 'False', 'LoadFailed', 'SyntaxError: Unexpected end')] });
    expect(await deploying).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/error: .*LoadFailed: SyntaxError: Unexpected end\n {7}fix the code/),
    });
  });

  test('deploy rejects what makes no sense before it writes anything', async () => {
    expect(await fn(['deploy', 'hello', '--min', '5', '--max', '2'])).toMatchObject({ exitCode: 2 });
    expect(await fn(['deploy', 'hello', '-e', 'wrong'])).toMatchObject({ exitCode: 2 });
    expect(await fn(['deploy', 'hello', '--image', 'web:1', '--name', 'x'])).toMatchObject({ exitCode: 2 });
    expect(await fn(['deploy', '--image', 'web:1'])).toMatchObject({ exitCode: 2 });
    expect((await client.resource(functions, 'default').get('hello')).spec.scaling).toMatchObject({ min: 1, max: 3 });
  });

  test('invoke prints the result to stdout, and status and time to stderr', async () => {
    await writeFile(at('body.json'), '{"name":"file"}');
    const variants: readonly (readonly [readonly string[], string])[] = [
      [[], '{}'],
      [['-d', '{"name":"x"}'], '{"name":"x"}'],
      [['-d', '@body.json'], '{"name":"file"}'],
      [['-d', '-'], '{"name":"piped"}'],
    ];
    for (const [words, body] of variants) {
      const called = await fn(['invoke', 'hello', '--gateway', gatewayUrl, ...words], { piped: '{"name":"piped"}' });
      expect(called).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^200 in [\d.]+m?s, cold start\n$/) });
      expect(JSON.parse(called.stdout)).toEqual({ message: 'Hello' });
      expect(calls.at(-1)).toMatchObject({ url: '/functions/hello', body });
    }
  });

  test('invoke --async prints where the result will be; errors of the function end it with 1', async () => {
    expect(await fn(['invoke', 'hello', '--async', '--gateway', gatewayUrl])).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(`curl ${gatewayUrl}/invocations/default/hello-1`),
    });
    const failed = await fn(['invoke', 'hello', '-d', '{"fail":1}', '--gateway', gatewayUrl]);
    expect(failed).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('500: ValueError: no luck'),
    });
    expect(await fn(['invoke', 'hello', '-d', '{', '--gateway', gatewayUrl])).toMatchObject({ exitCode: 3 });
    expect(await fn(['invoke', 'ghost', '--gateway', gatewayUrl])).toMatchObject({ exitCode: 5 });
    expect(await fn(['invoke', 'hello'])).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('--gateway') });
  });

  test('invoke sends the token of the function', async () => {
    const secret = { name: 'hello-function-token', namespace: 'default' };
    const object = { apiVersion: 'v1', kind: 'Secret', metadata: secret, stringData: { token: 's3cret' } } as const;
    await client.resource(core.v1.secrets, 'default').create(object);
    await fn(['deploy', 'hello', '--auth', 'token', '--no-wait']);
    expect(await fn(['invoke', 'hello', '--gateway', gatewayUrl])).toMatchObject({ exitCode: 0 });
    expect(calls.at(-1)?.headers.authorization).toBe('Bearer s3cret');
  });

  test('ls, scale and rm', async () => {
    await report('hello', { ...READY, url: `${gatewayUrl}/functions/hello` });
    expect((await fn(['ls'])).stdout).toMatch(
      /^NAMESPACE +NAME +RUNTIME +READY +INSTANCES +URL\ndefault +broken +node +starting +0\/0 *\ndefault +hello +node +yes +1\/0 +http/,
    );
    expect(await fn(['scale', 'hello', '--max', '7', '--profile', 'demo'])).toMatchObject({ exitCode: 0 });
    expect((await client.resource(functions, 'default').get('hello')).spec.scaling).toMatchObject({
      ...{ min: 1, max: 7, profile: 'demo' },
    });
    expect(await fn(['scale', 'hello'])).toMatchObject({ exitCode: 2 });
    expect(await fn(['scale', 'hello', '--max', '0'])).toMatchObject({ exitCode: 2 });
    expect(await fn(['scale', 'hello', '--min', '9'])).toMatchObject({ exitCode: 2 });
    expect(await fn(['rm', 'broken', 'ghost'])).toMatchObject({ exitCode: 5 });
    expect(await fn(['rm', 'broken'])).toMatchObject({ exitCode: 0, stderr: 'function broken deleted\n' });
    expect((await fn(['ls', '-o', 'name'])).stdout).toBe('hello\n');
  });

  test('dev deploys what is saved, until it is interrupted', async () => {
    const stop = new AbortController();
    await mkdir(at('dev'));
    await writeFile(at('dev/index.js'), 'export default () => 1;');
    const watching = Promise.withResolvers<void>();
    const onText = (text: string): void => {
      if (text.includes('watching dev')) watching.resolve();
    };
    const developing = fn(['dev', 'dev', '--gateway', gatewayUrl], {
      interrupted: stop.signal,
      terminal: { err: onText, alert: onText },
    });
    try {
      const first = await storedDigest('dev');
      await report('dev', READY);
      await watching.promise;
      await writeFile(at('dev/index.js'), 'export default () => 2;');
      expect(await storedDigest('dev', first)).not.toBe(first);
    } finally {
      stop.abort();
    }
    expect(await developing).toMatchObject({ exitCode: 130 });
  });

  test('init writes a function that can be deployed, and overwrites none', async () => {
    const run = (...words: readonly string[]) => runHere(['fn', 'init', ...words], { cwd: directory.path });
    expect(await run('greet')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('kubemin fn deploy greet'),
    });
    expect(await run('greet')).toMatchObject({ exitCode: 6 });
    expect(await run('snake', '--runtime', 'python')).toMatchObject({ exitCode: 0 });
    expect(await fn(['deploy', 'snake', '--no-wait'])).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('created (python)'),
    });
  });
});

/** As its users wrote them: a function with the directory of its code, and a workflow of functions. */
const MINIK8S = `apiVersion: v1
kind: function
metaData:
  labels:
    app: test
  name: verify
filePath: ./verify
useTemplate: true
coeff: '{"username": "nobody"}'
---
apiVersion: v1
kind: workflow
metadata:
  name: wf-verify
spec:
  startNode: firstNode
  startCoeff: '{"x": 3}'
  nodes:
    - name: firstNode
      type: func
      funcSpec:
        namespace: default
        name: verify
        next: forkNode
    - name: forkNode
      type: fork
      forkSpecs:
        - variable: status
          compareBy: StrE
          compareTo: "error"
          next: logNode
        - variable:
          compareBy: default
          compareTo:
          next: firstNode
`;

test('functions and workflows of Minik8s are applied, shown and deleted as they are', async () => {
  await mkdir(at('minik8s/verify'), { recursive: true });
  await writeFile(at('minik8s/wf.yaml'), MINIK8S);
  await writeFile(at('minik8s/verify/func.py'), 'def run(**kwargs):\n    return kwargs\n');
  await writeFile(at('minik8s/verify/requirements.txt'), '');
  const run = (...words: readonly string[]) =>
    runHere([...words, '--kubeconfig', at('kubeconfig'), '--yes'], { cwd: directory.path });
  expect(await run('apply', '-f', 'minik8s/wf.yaml')).toMatchObject({
    exitCode: 0,
    stdout: 'function/verify created\nfunctionworkflow/wf-verify created\n',
  });
  const { spec } = await client.resource(functions, 'default').get('verify');
  expect(spec).toMatchObject({ runtime: 'python', defaultArguments: { username: 'nobody' } });
  const bytes = await createContentStore({ client, clock: systemClock }).get(spec.source?.digest ?? '', {
    namespace: 'default',
  });
  expect([...(await readArchive(bytes)).keys()]).toEqual(['func.py', 'requirements.txt']);
  expect((await run('apply', '-f', 'minik8s/wf.yaml')).stdout).toBe(
    'function/verify unchanged\nfunctionworkflow/wf-verify unchanged\n',
  );
  expect((await run('get', 'function', 'verify')).stdout).toMatch(
    /^NAME +FILEPATH +NEEDWATCH\nverify +\.\/verify +false\n$/,
  );
  expect((await run('get', 'workflow')).stdout).toBe('NAME\nwf-verify\n');
  expect((await run('delete', 'function', 'verify')).stdout).toBe('function/verify deleted\n');
  expect((await run('delete', '-f', 'minik8s/wf.yaml')).stdout).toBe(
    'functionworkflow/wf-verify deleted\nfunction/verify not found\n',
  );
});

test('a cluster without the definitions is named as the reason', async () => {
  const empty = await startTestCluster({ transport: 'http', controllers: false });
  try {
    await writeKubeconfig(at('empty'), empty.address);
    const run = (...words: readonly string[]) =>
      runHere([...words, '--kubeconfig', at('empty'), '--yes'], { cwd: directory.path });
    expect(await run('get', 'function')).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('does not serve functions'),
    });
    for (const words of [['ls'], ['deploy', 'hello'], ['invoke', 'hello'], ['rm', 'hello'], ['logs', 'hello']]) {
      expect(await run('fn', ...words)).toMatchObject({
        exitCode: 5,
        stderr: expect.stringContaining('does not serve functions'),
      });
    }
  } finally {
    await empty.close();
  }
});
