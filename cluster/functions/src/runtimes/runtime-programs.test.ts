import { join } from 'node:path';
import { isRecord } from '@kubemin/base';
import { temporaryDirectory } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  INSTANCE_TOKEN,
  missingProgram,
  type RuntimeProcess,
  startRuntimeProcess,
} from '../test-support/runtime-process.ts';

interface Load {
  readonly files: Readonly<Record<string, string>>;
  readonly more?: Readonly<Record<string, unknown>>;
}

async function start(runtime: string): Promise<RuntimeProcess> {
  const directory = await temporaryDirectory();
  const instance = await startRuntimeProcess(runtime, join(directory.path, 'instance'));
  onTestFinished(async () => {
    instance.kill();
    await instance.exited;
    await directory.remove();
  });
  return instance;
}

async function load({ url }: RuntimeProcess, { files, more }: Load, token = INSTANCE_TOKEN) {
  const encoded = Object.entries(files).map(([path, text]) => [path, Buffer.from(text).toString('base64')]);
  const body = JSON.stringify({ id: 'one', name: 'fn', files: Object.fromEntries(encoded), ...more });
  const response = await fetch(`${url}/-/load`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}` },
  });
  return response.json();
}

async function loaded(runtime: string, code: Load): Promise<RuntimeProcess> {
  const instance = await start(runtime);
  expect(await load(instance, code)).toEqual({ state: 'ready', id: 'one' });
  return instance;
}

async function call({ url }: RuntimeProcess, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, { method: 'POST', body: text, headers });
  const result: unknown = await response.json();
  return { status: response.status, type: response.headers.get('x-function-error'), result };
}

/** The same function in each language. */
const LANGUAGES = {
  node: {
    entry: 'index.js',
    add: 'export const run = ({ x, y }) => ({ z: Number(x) + Number(y) });',
    fail: 'export default () => { throw new RangeError("too much"); };',
    broken: 'export default ( => 1;',
    noHandler: 'export const other = 1;',
    notJson: 'export default () => 10n;',
    environment: 'export default () => [process.env.GREETING, process.env.FUNCTION_TOKEN ?? null];',
    stream: 'export default async function* () { yield "one,"; yield "two"; }',
    nested: ['index.js', 'import { value } from "./lib/value.js"; export default () => value;'],
    library: ['lib/value.js', 'export const value = 7;'],
  },
  python: {
    entry: 'func.py',
    add: 'def run(x, y):\n    return {"z": int(x) + int(y)}\n',
    fail: 'def run():\n    raise ValueError("too much")\n',
    broken: 'def run(:\n',
    noHandler: 'other = 1\n',
    notJson: 'def run():\n    return {1, 2}\n',
    environment: 'import os\ndef run():\n    return [os.environ.get("GREETING"), os.environ.get("FUNCTION_TOKEN")]\n',
    stream: 'def run():\n    yield "one,"\n    yield "two"\n',
    nested: ['func.py', 'from lib.value import value\ndef run():\n    return value\n'],
    library: ['lib/value.py', 'value = 7\n'],
  },
} as const;

describe.each(Object.entries(LANGUAGES))('an instance of the runtime %s', (runtime, code) => {
  const missing = missingProgram(runtime);
  const scenario = (name: string, body: () => Promise<void>): void => {
    test(name, async (context) => {
      if (missing !== undefined) context.skip(missing);
      await body();
    });
  };

  scenario('has no handler before its code is loaded, and serves calls afterwards', async () => {
    const instance = await start(runtime);
    const health = await fetch(`${instance.url}/healthz`);
    expect([health.status, await health.json()]).toEqual([503, { state: 'empty' }]);
    expect(await call(instance, {})).toMatchObject({ status: 503, type: 'NotLoaded' });
    const files = { [code.entry]: code.add };
    expect(await load(instance, { files }, 'guessed')).toMatchObject({ error: { type: 'Unauthorized' } });
    expect(await load(instance, { files })).toEqual({ state: 'ready', id: 'one' });
    // The request that loads code may be repeated, and cannot replace it.
    expect(await load(instance, { files })).toEqual({ state: 'ready', id: 'one' });
    expect(await load(instance, { files, more: { id: 'two' } })).toMatchObject({ error: { type: 'Loaded' } });
    expect((await fetch(`${instance.url}/healthz`)).status).toBe(200);
    expect(await call(instance, { x: 3, y: 5 })).toEqual({ status: 200, type: null, result: { z: 8 } });
    const byGet = await fetch(`${instance.url}/?x=1&y=2`);
    expect(await byGet.json()).toEqual({ z: 3 });
  });

  scenario('reports an exception of the function with its type and message', async () => {
    const instance = await loaded(runtime, { files: { [code.entry]: code.fail } });
    const type = runtime === 'node' ? 'RangeError' : 'ValueError';
    expect(await call(instance, {})).toEqual({
      status: 500,
      type,
      result: { error: { type, message: 'too much' } },
    });
    // The instance goes on.
    expect(await call(instance, '')).toMatchObject({ status: 500 });
  });

  scenario('keeps the status 200 for errors where that is asked for', async () => {
    const instance = await loaded(runtime, {
      files: { [code.entry]: code.fail },
      more: { legacyErrors: true },
    });
    expect(await call(instance, {})).toMatchObject({ status: 200, result: { error: { message: 'too much' } } });
  });

  scenario('refuses bodies that are no JSON object of arguments', async () => {
    const instance = await loaded(runtime, { files: { [code.entry]: code.add } });
    expect(await call(instance, '{"x": ')).toMatchObject({ status: 400, type: 'InvalidJson' });
    expect(await call(instance, '[1]')).toMatchObject({ status: 400, type: 'InvalidArguments' });
    expect((await fetch(`${instance.url}/other`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(instance.url, { method: 'PUT' })).status).toBe(405);
  });

  scenario('overrides default arguments by those of the call', async () => {
    const more = { defaultArguments: { x: 1, y: 1 } };
    const instance = await loaded(runtime, { files: { [code.entry]: code.add }, more });
    expect(await call(instance, {})).toMatchObject({ result: { z: 2 } });
    expect(await call(instance, { y: 5 })).toMatchObject({ result: { z: 6 } });
  });

  scenario('reports a result that is no JSON', async () => {
    const instance = await loaded(runtime, { files: { [code.entry]: code.notJson } });
    expect(await call(instance, {})).toMatchObject({ status: 500, type: 'NotSerializable' });
  });

  scenario('streams what a generator yields', async () => {
    const instance = await loaded(runtime, { files: { [code.entry]: code.stream } });
    const response = await fetch(instance.url, { method: 'POST', body: '{}' });
    expect(await response.text()).toBe('one,two');
  });

  scenario('gets its environment with the code, and not the token of the instance', async () => {
    const more = { env: [{ name: 'GREETING', value: 'hi' }] };
    const instance = await loaded(runtime, { files: { [code.entry]: code.environment }, more });
    expect(await call(instance, {})).toMatchObject({ result: ['hi', null] });
  });

  scenario('imports files beside its entry', async () => {
    const files = Object.fromEntries([code.nested, code.library]);
    expect(await call(await loaded(runtime, { files }), {})).toMatchObject({ result: 7 });
  });

  scenario('reports code that cannot be loaded, and stays as it is', async () => {
    const states = [
      { files: { [code.entry]: code.broken } },
      { files: { [code.entry]: code.noHandler } },
      { files: { 'other.txt': '' } },
      { files: { [code.entry]: code.add }, more: { entry: 'missing.js' } },
      { files: { '../outside.txt': '' } },
    ].map(async (wrong) => {
      const state: unknown = await load(await start(runtime), wrong);
      return isRecord(state) && isRecord(state.error) ? [state.state, state.error.type] : state;
    });
    expect(await Promise.all(states)).toEqual([
      ['failed', 'SyntaxError'],
      ['failed', 'NoHandler'],
      ['failed', 'NoEntry'],
      ['failed', 'NoEntry'],
      ['failed', 'BadPath'],
    ]);
  });

  scenario('finishes calls in flight before it ends', async () => {
    const slow =
      runtime === 'node'
        ? 'export default async function* () { yield "begun,"; await new Promise((r) => setTimeout(r, 300)); yield "late"; }'
        : 'import time\ndef run():\n    yield "begun,"\n    time.sleep(0.3)\n    yield "late"\n';
    const instance = await loaded(runtime, { files: { [code.entry]: slow } });
    const response = await fetch(instance.url, { method: 'POST', body: '{}' });
    const reader = response.body?.getReader();
    const parts = [await reader?.read()];
    instance.kill('SIGTERM');
    parts.push(await reader?.read());
    expect(Buffer.concat(parts.map((part) => part?.value ?? new Uint8Array())).toString()).toBe('begun,late');
    await reader?.cancel();
    await instance.exited;
  });
});

test('the caller of a python function gets to know which argument does not fit', async (context) => {
  const missing = missingProgram('python');
  if (missing !== undefined) context.skip(missing);
  const instance = await loaded('python', { files: { 'func.py': LANGUAGES.python.add } });
  expect(await call(instance, { x: 1, q: 2 })).toMatchObject({
    status: 400,
    type: 'TypeError',
    result: { error: { message: expect.stringContaining('y') } },
  });
});

test('a node function may be TypeScript, and return a response', async () => {
  const source = 'export default ({ n }: { n: number }) => new Response("n is " + n, { status: 201 });';
  const instance = await loaded('node', { files: { 'index.ts': source } });
  const response = await fetch(instance.url, { method: 'POST', body: '{"n": 4}' });
  expect([response.status, await response.text()]).toEqual([201, 'n is 4']);
});
