import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { containerSuite, eventually, missingNamespaces } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

const missing = await missingNamespaces();
let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(() => home.remove());

const FREE = ['--ingress-port', '0', '--ingress-tls-port', '0', '--registry-port', '0', '--functions-port', '0'];
const command = (...words: readonly string[]) => kubemin([...words, '--data-dir', home.at()], { cwd: home.path });

async function apply(name: string, spec: object): Promise<void> {
  const object = {
    apiVersion: 'functions.kubemin.io/v1',
    kind: 'Function',
    metadata: { name, namespace: 'default' },
    spec,
  };
  await writeFile(join(home.path, `${name}.json`), JSON.stringify(object));
  const { exitCode, stderr } = await command('apply', '-f', `${name}.json`);
  expect(exitCode, stderr).toBe(0);
}

async function call(name: string, body: object) {
  const { functions = '' } = (await readEndpoints(join(home.at(), 'endpoints.json'))) ?? {};
  const response = await fetch(`${functions}/functions/${name}`, { method: 'POST', body: JSON.stringify(body) });
  const result: unknown = await response.json();
  return { status: response.status, result };
}

const node = (code: string) => ({ runtime: 'node', source: { files: { 'index.js': code } } });

describe.skipIf(missing !== undefined)(containerSuite('functions of a running platform', missing), () => {
  test('are called in containers of this machine, and go on after the platform was killed', async () => {
    const up = await home.upProcess('--runtime', 'sandbox', ...FREE);
    expect(up.stdout).toContain('/functions/NAME');
    await apply('hello', node('export default ({ name }) => ({ hello: name, version: 1 });'));
    // As soon as the controller has seen it; the call itself waits until the image is made.
    const hello = () => call('hello', { name: 'you' });
    expect(await eventually(hello, { until: ({ status }) => status !== 404 })).toEqual({
      status: 200,
      result: { hello: 'you', version: 1 },
    });
    await apply('hello', node('export default ({ name }) => ({ hello: name, version: 2 });'));
    await eventually(hello, { until: ({ result }) => JSON.stringify(result).includes('"version":2') });
    await up.end();
    await home.upProcess('--runtime', 'sandbox', ...FREE);
    expect(await eventually(hello, { until: ({ status }) => status === 200 })).toMatchObject({
      result: { hello: 'you', version: 2 },
    });
  });
});

test('on simulated nodes a call fails with the reason', async () => {
  await home.upProcess('--runtime', 'simulated', '--functions', 'on', '--functions-port', '0');
  await apply('hello', node('export default () => 1;'));
  const { status, result } = await eventually(() => call('hello', {}), { until: (found) => found.status !== 404 });
  expect([status, JSON.stringify(result)]).toEqual([503, expect.stringContaining('simulated')]);
});
