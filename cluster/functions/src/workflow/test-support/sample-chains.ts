import type { JsonObject } from '@kubemin/kubeapi';
import { SampleError, type SampleFunction } from '../../test-support/sample-functions.ts';
import type { WrittenWorkflow } from './workflow-bench.ts';

const STAGES = ['verify', 'compress', 'edge', 'watermark', 'save'] as const;

/** The functions of the three sample programs of Minik8s; the stages of the image pipeline work on a list of pixels. */
export const SAMPLE_FUNCTIONS: Readonly<Record<string, SampleFunction>> = {
  'func-1': ({ x, y }) => ({ z: Number(x) + Number(y) }),
  'func-2': ({ z }) => ({ message: `${z} is eight` }),
  'func-3': ({ z }) => ({ message: `${z} is not eight` }),
  verify: ({ pixels, username }) => {
    if (!Array.isArray(pixels)) return { status: 'error', error: 'no image', username: username ?? null };
    return { status: 'ok', pixels, username: username ?? null };
  },
  compress: stage((pixels) => pixels.filter((_, index) => index % 2 === 0)),
  edge: stage((pixels) => pixels.map((value, index) => Math.abs(value - (pixels[index - 1] ?? value)))),
  watermark: stage((pixels) => [...pixels.slice(0, -1), 255]),
  save: (args) => ({ ...args, saved: true }),
  log: (args) => ({ logged: args.status ?? 'ok', username: args.username ?? null }),
  sum: ({ x, y, a, b }) => ({ total: [x, y, a, b].map(Number).reduce((total, value) => total + value, 0) }),
  fail: () => {
    throw new SampleError('ValueError', 'this function always fails');
  },
};

function stage(work: (pixels: readonly number[]) => readonly number[]): SampleFunction {
  return ({ pixels, username = null, poison }) => {
    if (poison === true) return { status: 'error', error: 'cannot process', username };
    return { status: 'ok', pixels: [...work(Array.isArray(pixels) ? pixels.map(Number) : [])], username };
  };
}

/** Program 1: z equals 8, or not. */
export const BRANCH: WrittenWorkflow = {
  startNode: 'add',
  startArguments: { x: 3, y: 5 },
  nodes: [
    { name: 'add', type: 'func', func: { name: 'func-1' }, next: 'is-eight' },
    {
      name: 'is-eight',
      type: 'fork',
      fork: [
        { variable: 'z', compareBy: 'NumE', compareTo: '8', next: 'eight' },
        { compareBy: 'default', next: 'other' },
      ],
    },
    { name: 'eight', type: 'func', func: { name: 'func-2' } },
    { name: 'other', type: 'func', func: { name: 'func-3' } },
  ],
};

/** Program 2: an image pipeline with a fork on `status == "error"` after each stage. */
export const PIPELINE: WrittenWorkflow = {
  startNode: 'verify',
  nodes: [
    ...STAGES.flatMap((name, index) => {
      const next = STAGES[index + 1] ?? 'log-success';
      return [
        { name, type: 'func', func: { name }, next: `${name}-failed` },
        {
          name: `${name}-failed`,
          type: 'fork',
          fork: [
            { variable: 'status', compareBy: 'StrE', compareTo: 'error', next: 'log-error' },
            { compareBy: 'default', next },
          ],
        },
      ];
    }),
    { name: 'log-error', type: 'call', call: { workflow: 'log', inherit: ['status', 'error', 'username'] } },
    {
      name: 'log-success',
      type: 'call',
      call: { workflow: 'log', inherit: ['username'], arguments: { status: 'ok' } },
    },
  ],
};

/** The workflow that the pipeline calls. */
export const LOG: WrittenWorkflow = { startNode: 'log', nodes: [{ name: 'log', type: 'func', func: { name: 'log' } }] };

/** Program 3: calls a workflow with x, y of the data and a, b of its own. */
export const CALLER: WrittenWorkflow = {
  startNode: 'call',
  startArguments: { x: 1, y: 2 },
  nodes: [
    {
      name: 'call',
      type: 'call',
      call: { workflow: 'callee', inherit: ['x', 'y'], arguments: { a: 10, b: 20 } },
      next: 'add',
    },
    { name: 'add', type: 'func', func: { name: 'func-1' } },
  ],
};

/** The workflow that program 3 calls. */
export const CALLEE: WrittenWorkflow = {
  startNode: 'sum',
  nodes: [{ name: 'sum', type: 'func', func: { name: 'sum' } }],
};

/** Pixels for the pipeline. */
export const IMAGE: JsonObject = { pixels: [1, 2, 4, 8, 16, 32, 64, 128], username: 'ann' };
