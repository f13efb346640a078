import { core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { functions } from '../resources/index.ts';
import {
  applyFunction,
  type FunctionsCluster,
  isReady,
  nodeFunction,
  startFunctionsCluster,
  untilStatus,
} from '../test-support/functions-cluster.ts';
import { missingProgram } from '../test-support/runtime-process.ts';

let cluster: FunctionsCluster;
beforeAll(async () => {
  cluster = await startFunctionsCluster({ poolSize: 1 });
});
afterAll(() => cluster?.close());

/** Applies a function and waits until its code was loaded. */
async function deploy(name: string, spec: object): Promise<void> {
  await applyFunction(cluster.client, name, spec);
  await untilStatus(cluster.client, name, isReady);
}

async function call(name: string, body: string | object = {}, headers: Readonly<Record<string, string>> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${cluster.url}/functions/${name}`, { method: 'POST', body: text, headers });
  const result: unknown = JSON.parse(await response.text());
  return { status: response.status, type: response.headers.get('x-function-error'), result };
}

test('a function with a token serves callers that have it', async () => {
  await deploy(
    'guarded',
    nodeFunction('export default (_, { headers }) => headers.authorization ?? null;', { auth: 'token' }),
  );
  expect(await call('guarded')).toMatchObject({ status: 401, type: 'Unauthorized' });
  const secret = await cluster.client.resource(core.v1.secrets, 'default').get('guarded-function-token');
  expect(secret.metadata.ownerReferences).toMatchObject([{ kind: 'Function', name: 'guarded' }]);
  const token = Buffer.from(secret.data?.token ?? '', 'base64').toString();
  expect(await call('guarded', {}, { authorization: `Bearer ${token}x` })).toMatchObject({ status: 401 });
  // The token is not passed on.
  expect(await call('guarded', {}, { authorization: `Bearer ${token}` })).toMatchObject({ status: 200, result: null });
});

test('a body over the limit is refused, whether its length is stated or not', async () => {
  await deploy('small', nodeFunction('export default (body) => Object.keys(body).length;', { maxBodyBytes: 1_000 }));
  const large = { text: 'x'.repeat(2_000) };
  expect(await call('small', large)).toMatchObject({ status: 413, type: 'TooLarge' });
  const stream = new Blob([JSON.stringify(large)]).stream();
  const chunked = await fetch(`${cluster.url}/functions/small`, { method: 'POST', body: stream, duplex: 'half' });
  expect(chunked.status).toBe(413);
  await chunked.body?.cancel();
  expect(await call('small', { one: 1 })).toMatchObject({ status: 200, result: 1 });
});

test('errors of the function reach the caller with their type, and leave the instance in place', async () => {
  await deploy(
    'failing',
    nodeFunction('export default ({ big }) => { if (big) return 1n; throw new TypeError("no"); };'),
  );
  expect(await call('failing')).toEqual({
    status: 500,
    type: 'TypeError',
    result: { error: { type: 'TypeError', message: 'no' } },
  });
  expect(await call('failing', { big: true })).toMatchObject({ status: 500, type: 'NotSerializable' });
  expect(await call('failing', 'no json')).toMatchObject({ status: 400, type: 'InvalidJson' });
});

test('a function that hangs gives 504 and its instance replaced, a slow one keeps its instance', async () => {
  const code = `export default async ({ hang, wait }) => {
    if (hang) for (;;);
    if (wait) await new Promise((resolve) => setTimeout(resolve, 600_000));
    return process.pid;
  };`;
  const scaling = { min: 1, max: 1 };
  await deploy('hanging', nodeFunction(code, { timeoutSeconds: 2, scaling }));
  // A loaded machine may take longer than the function has.
  const served = () => eventually(() => call('hanging'), { until: ({ status }) => status === 200 });
  const { result: before } = await served();
  expect(await call('hanging', { wait: true })).toMatchObject({ status: 504, type: 'Timeout' });
  expect((await served()).result).toBe(before);
  expect(await call('hanging', { hang: true })).toMatchObject({ status: 504, type: 'Timeout' });
  // Served by another instance, once it was seen that the first one does not respond.
  const { result } = await served();
  expect(result).not.toBe(before);
});

test('a response is streamed as the function makes it', async () => {
  const code = 'export default async function* () { yield "one"; await new Promise(() => undefined); yield "two"; }';
  await deploy('streaming', nodeFunction(code));
  const response = await fetch(`${cluster.url}/functions/streaming`, { method: 'POST', body: '{}' });
  const reader = response.body?.getReader();
  // The first part is here while the function waits for what never comes.
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toBe('one');
  await reader?.cancel();
});

test('an asynchronous call has a record with its result', async () => {
  await deploy(
    'later',
    nodeFunction(
      'export default ({ n }, { eventId }) => { if (n < 0) throw new RangeError("n"); return { n: n * 2, eventId }; };',
    ),
  );
  const run = async (body: object) => {
    const response = await fetch(`${cluster.url}/functions/later`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { prefer: 'respond-async', 'x-event-id': 'event-1' },
    });
    expect(response.status).toBe(202);
    const location = response.headers.get('location') ?? '';
    await response.body?.cancel();
    return eventually(
      async () => {
        const found: { phase?: string } = JSON.parse(await (await fetch(`${cluster.url}${location}`)).text());
        return found;
      },
      { until: ({ phase }) => phase === 'Succeeded' || phase === 'Failed' },
    );
  };
  expect(await run({ n: 4 })).toMatchObject({
    phase: 'Succeeded',
    statusCode: 200,
    result: { n: 8, eventId: 'event-1' },
  });
  expect(await run({ n: -1 })).toMatchObject({ phase: 'Failed', error: { type: 'RangeError', message: 'n' } });
  expect((await fetch(`${cluster.url}/invocations/default/none`)).status).toBe(404);
});

test('code that cannot be loaded is reported in the status and to callers, and others are not affected', async () => {
  await deploy('fine', nodeFunction('export default () => "fine";'));
  const wrong = {
    syntax: nodeFunction('export default ( => 1;'),
    handler: nodeFunction('export const other = 1;'),
    entry: nodeFunction('export default () => 1;', { entry: 'missing.js' }),
    exiting: nodeFunction('process.exit(3);'),
    runtime: { runtime: 'cobol', source: { files: { 'a.cob': 'x' } } },
    nothing: { runtime: 'node' },
    archive: { runtime: 'node', source: { digest: `sha256:${'0'.repeat(64)}` } },
    outside: { runtime: 'node', source: { files: { '../outside.js': 'x' } } },
  };
  for (const [name, spec] of Object.entries(wrong)) await applyFunction(cluster.client, `wrong-${name}`, spec);
  const expected = {
    syntax: /SyntaxError/,
    handler: /NoHandler/,
    entry: /missing\.js/,
    exiting: /ended while its code was loaded/,
    runtime: /no runtime cobol/,
    nothing: /has no code/,
    archive: /sha256:0000/,
    outside: /outside/,
  };
  for (const [name, pattern] of Object.entries(expected)) {
    const { conditions = [] } = await untilStatus(cluster.client, `wrong-${name}`, ({ conditions: seen = [] }) =>
      seen.some(({ type, status }) => type === 'Ready' && status === 'False'),
    );
    expect(conditions.find(({ type }) => type === 'Ready')?.message).toMatch(pattern);
    const { status, result } = await eventually(() => call(`wrong-${name}`), {
      until: ({ status: code }) => code >= 500,
    });
    expect([name, status]).toEqual([name, name === 'runtime' || name === 'nothing' ? 503 : 500]);
    expect(JSON.stringify(result)).toMatch(pattern);
  }
  expect(await call('fine')).toMatchObject({ status: 200, result: 'fine' });
  // A correction is taken up.
  await applyFunction(cluster.client, 'wrong-syntax', nodeFunction('export default () => 1;'));
  await untilStatus(cluster.client, 'wrong-syntax', isReady);
  expect(await call('wrong-syntax')).toMatchObject({ status: 200, result: 1 });
});

test('a python function is called with keyword arguments', async (context) => {
  const missing = missingProgram('python');
  if (missing !== undefined) context.skip(missing);
  const code = 'def run(x, y=1):\n    return {"z": x + y}\n';
  await deploy('python', { runtime: 'python', source: { files: { 'func.py': code } } });
  expect(await call('python', { x: 4 })).toMatchObject({ status: 200, result: { z: 5 } });
  expect(await call('python', { q: 4 })).toMatchObject({ status: 400, type: 'TypeError' });
});

test('a deleted function leaves nothing: no pod, no revision, no response', async () => {
  await deploy('gone', nodeFunction('export default () => 1;'));
  expect(await call('gone')).toMatchObject({ status: 200 });
  await cluster.client.resource(functions, 'default').delete('gone');
  await eventually(async () => (await call('gone')).status === 404);
  const labelSelector = 'functions.kubemin.io/function=gone';
  await eventually(async () => {
    const { items } = await cluster.client.resource(core.v1.pods, 'default').list({ labelSelector });
    return items.length === 0;
  });
});
