import { readFile } from 'node:fs/promises';
import { createPlatformClient, type PlatformClient } from '@kubemin/client';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

const PLACE = ['default', 'default', 'hello'] as const;
const CODE = { runtime: 'node', files: { 'index.js': 'export default () => 1;\n' } };
const WORKFLOW = `apiVersion: functions.kubemin.io/v1
kind: FunctionWorkflow
metadata: { name: chain }
spec:
  startNode: choose
  startArguments: { z: 8 }
  nodes:
    - name: choose
      type: fork
      fork:
        - { variable: z, compareBy: NumE, compareTo: '8', next: call }
        - { compareBy: default, next: call }
    - { name: call, type: func, func: { name: hello } }
`;

let home: KubeminHome;
let client: PlatformClient;
const run = (words: readonly string[], piped?: string) =>
  runHere([...words, '--data-dir', home.at()], { cwd: home.path, ...(piped !== undefined && { piped }) });

// On simulated nodes functions are served, and calls respond with an error that states why.
beforeAll(async () => {
  home = await KubeminHome.create();
  await home.up('--functions', 'on', '--functions-port', '0');
  const directory = dataDirectory(home.at());
  const url = (await readEndpoints(directory.endpoints))?.platform ?? '';
  client = createPlatformClient({ url, token: (await readFile(directory.adminToken, 'utf8')).trim() });
});
afterAll(() => home.remove());

describe('functions through the REST API', () => {
  test('code is deployed, shown, changed and scaled', async () => {
    expect(await client.listFunctions('default')).toMatchObject({ served: true, functions: [] });
    expect(await client.putFunction(...PLACE, CODE)).toMatchObject({ name: 'hello', files: CODE.files });
    const changed = { 'index.js': 'export default () => 2;\n', 'lib.js': '' };
    await client.putFunction(...PLACE, { ...CODE, files: changed });
    await client.scaleFunction(...PLACE, { min: 1, max: 4, profile: 'demo' });
    expect(await client.getFunction(...PLACE)).toMatchObject({
      ...{ files: changed, auth: 'open', env: [] },
      scaling: { policy: 'waterLevel', profile: 'demo', min: 1, max: 4 },
    });
    const { functions } = await client.listFunctions('default');
    expect(functions).toMatchObject([{ namespace: 'default', name: 'hello', runtime: 'node' }]);
    expect(await client.functionLogs(...PLACE)).toEqual({ lines: [] });
  });

  test('a call has the status and the error of the gateway', async () => {
    // The gateway learns of a function by a watch.
    const called = await eventually(() => client.callFunction(...PLACE, { arguments: { name: 'x' } }), {
      until: ({ status }) => status !== 404,
    });
    expect(called).toMatchObject({
      status: 503,
      cold: false,
      error: { message: expect.stringContaining('nothing runs there') },
    });
  });

  test('the code that the command line stored is shown as files', async () => {
    await run(['fn', 'init', 'greet']);
    expect(await run(['fn', 'deploy', 'greet', '--no-wait'])).toMatchObject({ exitCode: 0 });
    const { files } = await client.getFunction('default', 'default', 'greet');
    expect(files?.['index.js']).toContain('Hello, ');
  });

  test('workflows have their graph, and runs each node with its input', async () => {
    expect(await run(['chain', 'deploy', '-'], WORKFLOW)).toMatchObject({ exitCode: 0 });
    const workflow = await client.getFunctionWorkflow('default', 'default', 'chain');
    expect(workflow).toMatchObject({
      startNode: 'choose',
      graph: [
        {
          name: 'choose',
          type: 'fork',
          edges: [
            { to: 'call', label: 'z NumE 8' },
            { to: 'call', label: 'default' },
          ],
        },
        { name: 'call', type: 'func', target: 'hello', edges: [] },
      ],
    });
    const { name } = await client.startFunctionRun('default', 'default', 'chain', { arguments: { z: 9 } });
    const ended = await eventually(() => client.getFunctionRun('default', 'default', name), {
      until: ({ phase }) => phase === 'Failed',
    });
    expect(ended.nodes[0]).toMatchObject({ node: 'choose', input: { z: 9 } });
    expect((await client.getFunctionWorkflow('default', 'default', 'chain')).runs).toMatchObject([{ name }]);
  });

  test('what is not there is not found, and a deleted function is gone', async () => {
    await expect(client.getFunction('default', 'default', 'ghost')).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND' });
    await client.deleteFunction(...PLACE);
    await eventually(() => client.listFunctions('default'), {
      until: ({ functions }) => functions.every(({ name }) => name !== 'hello'),
    });
  });
});
