import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createManager, installDefinitions } from '@kubemin/controller';
import {
  type FunctionCall,
  type FunctionInvoker,
  functions,
  functionWorkflows,
  workflowModules,
  workflowRuns,
} from '@kubemin/functions';
import { asJsonObject } from '@kubemin/kubeapi';
import { eventually, startTestCluster, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../test-support/run-here.ts';
import { writeKubeconfig } from '../test-support/test-kubeconfig.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'functions');

const open = new Disposables();
let path: string;

type Handler = (input: object) => unknown;

/** Calls the code of the examples itself: here the commands are tested, not the gateway. */
async function exampleInvoker(): Promise<FunctionInvoker> {
  const load = async (file: string): Promise<Handler> => (await import(join(EXAMPLES, file))).run;
  const pipeline = ['verify', 'compress', 'edge', 'watermark', 'save', 'log'];
  const handlers: Readonly<Record<string, Handler>> = {
    'branch-add': await load('branch/add/index.js'),
    'branch-double': await load('branch/double/index.js'),
    'branch-negate': await load('branch/negate/index.js'),
    sum: await load('call/sum/index.js'),
    ...Object.fromEntries(
      await Promise.all(
        pipeline.map(async (step) => [`image-${step}`, await load(`image-pipeline/${step}.js`)] as const),
      ),
    ),
  };
  return {
    invoke: async ({ name, arguments: given }: FunctionCall) => {
      const handler = handlers[name];
      try {
        if (handler === undefined) throw new Error(`no function ${name}`);
        return { status: 200, result: asJsonObject(handler(given)), cold: false };
      } catch (error) {
        return { status: 500, result: null, error: { type: 'Error', message: String(error) }, cold: false };
      }
    },
  };
}

beforeAll(async () => {
  const directory = await temporaryDirectory();
  open.add(directory.remove);
  path = directory.path;
  await cp(EXAMPLES, join(path, 'functions'), { recursive: true });
  const cluster = await startTestCluster({ transport: 'http', controllers: false });
  open.add(() => cluster.close());
  await writeKubeconfig(join(path, 'kubeconfig'), cluster.address);
  const stop = new AbortController();
  const { client } = cluster;
  const resources = [functions, functionWorkflows, workflowRuns];
  await installDefinitions(client, resources, { clock: systemClock, signal: stop.signal });
  const manager = createManager({ client, clock: systemClock, random: systemRandom, logger: silentLogger });
  const running = manager.with(...workflowModules(await exampleInvoker())).run(stop.signal);
  open.add(async () => {
    stop.abort();
    await running;
  });
  await manager.ready;
});
afterAll(() => open.dispose());

const chain = (...words: readonly string[]) =>
  runHere(['chain', ...words, '--kubeconfig', join(path, 'kubeconfig'), '--yes'], { cwd: path });

describe('chain', () => {
  test('deploy checks a workflow, with warnings for functions that are not there; invoke prints its result', async () => {
    expect(await chain('deploy', 'functions/branch/workflow.yaml')).toMatchObject({
      exitCode: 0,
      stdout: 'branch\n',
      stderr: expect.stringMatching(/UNKNOWN_FUNCTION[\s\S]*workflow branch deployed/),
    });
    const own = await chain('invoke', 'branch');
    expect(JSON.parse(own.stdout)).toEqual({ branch: 'double', result: 16 });
    expect(own.stderr).toMatch(/run branch-\w+ started\n✓ add .*\n✓ is-eight .*\n✓ double .*\n/);
    const given = await chain('invoke', 'branch', '-d', '{"x":1,"y":2}', '-o', 'json');
    expect(JSON.parse(given.stdout)).toEqual({ branch: 'negate', result: -3 });
  });

  test('runs and show list each node with input and output', async () => {
    const started = await chain('invoke', 'branch', '--async');
    const name = started.stdout.trim();
    expect((await chain('runs', 'branch', '-o', 'name')).stdout).toContain(`${name}\n`);
    expect((await chain('runs', 'other')).stdout).toBe('');
    const shown = await eventually(() => chain('show', name), {
      until: ({ stdout }) => stdout.includes('Succeeded'),
    });
    expect(shown).toMatchObject({ exitCode: 0 });
    expect(shown.stdout).toMatch(
      /^branch-\w+: Succeeded, workflow branch\nSTEP +NODE +TYPE +DURATION +ATTEMPTS +INPUT +OUTPUT\n/,
    );
    expect(shown.stdout).toMatch(/1 +add +func +\S+ +1 +\{"x":3,"y":5\} +\{"z":8\}\n/);
    expect(shown.stdout).toMatch(/2 +is-eight +fork +\S+ +1 +\{"z":8\} +\(unchanged\)\n/);
    expect(shown.stdout).toContain('result {"branch":"double","result":16}\n');
  });

  test('the call example waits for the workflow that it calls', async () => {
    expect(await chain('deploy', 'functions/call/workflow.yaml')).toMatchObject({
      exitCode: 0,
      stdout: 'sum-all\ncall\n',
    });
    expect(JSON.parse((await chain('invoke', 'call')).stdout)).toEqual({
      x: 1,
      y: 2,
      total: { x: 1, y: 2, a: 10, b: 20, sum: 33 },
    });
  });

  test('the image pipeline takes a real image, larger than what a run holds itself, and ends in the log', async () => {
    const { encodePng } = await import(join(EXAMPLES, 'image-pipeline/png.js'));
    // Noise does not pack: the arguments go to the content store.
    const pixels = Buffer.alloc(160 * 120 * 3, 0);
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7919 + (at >> 3) * 104_729) % 251;
    const image = encodePng({ width: 160, height: 120, pixels }).toString('base64');
    await writeFile(join(path, 'request.json'), JSON.stringify({ user: 'ada', image, padding: 'x'.repeat(40_000) }));
    expect(await chain('deploy', 'functions/image-pipeline/workflow.yaml')).toMatchObject({ exitCode: 0 });
    const saved = await chain('invoke', 'image-pipeline', '-d', '@request.json');
    expect(JSON.parse(saved.stdout)).toMatchObject({ status: 'ok', user: 'ada', width: 80, height: 60 });
    const broken = await chain('invoke', 'image-pipeline', '-d', '{"user":"ada","image":"aGVsbG8="}');
    expect(JSON.parse(broken.stdout)).toEqual({
      status: 'error',
      user: 'ada',
      step: 'verify',
      error: 'not a PNG image',
    });
    expect(broken.stderr).toContain('✓ log-error');
  });

  test('a workflow with errors is refused with every problem, and nothing of its file is written', async () => {
    const wrong = `apiVersion: functions.kubemin.io/v1
kind: FunctionWorkflow
metadata: { name: wrong }
spec:
  startNode: none
  nodes:
    - { name: a, type: func, func: { name: sum }, next: nowhere }
    - { name: b, type: fork, fork: [{ variable: z, compareBy: Nope, next: a }] }
`;
    await writeFile(join(path, 'wrong.yaml'), `${wrong}---\n${wrong.replaceAll('wrong', 'second')}`);
    const refused = await chain('deploy', 'wrong.yaml');
    expect(refused).toMatchObject({ exitCode: 3, stdout: '' });
    for (const code of ['UNKNOWN_NODE', 'UNKNOWN_COMPARISON']) expect(refused.stderr).toContain(code);
    expect(refused.stderr).toContain('nodes[0].next');
    expect(await chain('invoke', 'wrong')).toMatchObject({ exitCode: 5 });
    await writeFile(join(path, 'pod.yaml'), 'apiVersion: v1\nkind: Pod\nmetadata: { name: p }\n');
    expect(await chain('deploy', 'pod.yaml')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('is a Pod'),
    });
  });

  test('a run that fails ends the command with 1, and what is not there with 5', async () => {
    const failed = await chain('invoke', 'branch', '-d', '{"x":"a","y":1}');
    expect(failed).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/failed at add: .*x and y must be numbers\n {7}show it with kubemin chain show/),
    });
    expect(await chain('invoke', 'ghost')).toMatchObject({ exitCode: 5 });
    expect(await chain('show', 'ghost')).toMatchObject({ exitCode: 5 });
    expect(await chain('invoke', 'branch', '-d', '[1]')).toMatchObject({ exitCode: 3 });
  });
});
