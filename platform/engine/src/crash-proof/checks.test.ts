import { expect, test } from 'vitest';
import type { Job } from '../task/job.ts';
import type { RunEvent } from '../task/run-event.ts';
import type { JobStatus, TaskStatus } from '../task/states.ts';
import type { Task } from '../task/task.ts';
import { makeDocument } from '../test-support/documents.ts';
import { CHECKS } from './test-support/checks.ts';
import type { Proof, ProvenRun } from './test-support/proof.ts';
import type { RecordedWrite } from './test-support/recorded-write.ts';

const NAMES = { appId: 'app', appName: 'app', namespace: 'default', revision: 1, kind: 'deploy' } as const;
const TASK: Omit<Task, 'status'> = { ...NAMES, id: 'task', number: 1, createdAt: 0, version: 1 };
const PLACE = { step: 's', stepIndex: 0, bucket: 0, component: 'c', type: 'configmap_deploy', namespace: 'default' };
const JOB: Omit<Job, 'status'> = {
  ...PLACE,
  id: 'job',
  taskId: 'task',
  attempt: 1,
  objectKind: 'ConfigMap',
  objectName: 'app-c',
};

/** What is stored one after the other, a second apart. */
type History = readonly (readonly ['task', TaskStatus] | readonly ['job', JobStatus])[];

const SOUND: History = [
  ['task', 'waiting'],
  ['task', 'queued'],
  ['task', 'running'],
  ['job', 'queued'],
  ['job', 'running'],
  ['job', 'completed'],
  ['task', 'completed'],
];
const CANCELLED: History = [...SOUND.slice(0, 5), ['job', 'cancelled'], ['task', 'cancelled']];

function run(history: History, more: Partial<ProvenRun> = {}, startAt = 0): ProvenRun {
  const events = history.map(([kind, status], index): RunEvent => {
    const at = { taskId: 'task', number: 1, sequence: index + 1, time: startAt + index * 1_000 };
    return kind === 'task' ? { ...at, kind, task: { ...TASK, status } } : { ...at, kind, job: { ...JOB, status } };
  });
  const planned = {
    mark: 'run-1',
    appId: 'app',
    document: makeDocument(['c1']),
    expected: 'completed',
    delivered: ['ConfigMap/app-c'],
    unreached: ['ConfigMap/app-d'],
    cancelled: false,
  } as const;
  return { planned, taskId: 'task', cancel: undefined, events, ...more };
}

function write(at: number, more: Partial<RecordedWrite> = {}): RecordedWrite {
  return {
    at,
    by: 'one',
    verb: 'write',
    object: 'ConfigMap/app-c',
    run: 'run-1',
    content: '{}',
    changed: true,
    ...more,
  };
}

const sound: Proof = { runs: [run(SOUND)], writes: [write(4_500)], kills: 1, exitedUnexpectedly: [], seconds: 1 };
const cancelled: Proof = { ...sound, runs: [run(CANCELLED, { cancel: 'cancelled' })] };

test('a sound history passes every check, a cancelled one too', () => {
  for (const [sentence, check] of Object.entries(CHECKS)) {
    expect(check(sound), sentence).toEqual([]);
    expect(check(cancelled), sentence).toEqual([]);
  }
});

test.each<readonly [string, Proof, string]>([
  ['a run without an end', { ...sound, runs: [run(SOUND.slice(0, 6))] }, 'exactly one stored end'],
  ['a run with two ends', { ...sound, runs: [run([...SOUND, ['task', 'failed']])] }, 'exactly one stored end'],
  [
    'a cancel that was confirmed and forgotten',
    { ...sound, runs: [run(SOUND, { cancel: 'cancelled' })] },
    'exactly one',
  ],
  ['a run that ends wrongly', { ...cancelled, runs: [run(CANCELLED)] }, 'exactly one stored end'],
  ['an instance that crashed', { ...sound, exitedUnexpectedly: ['one'] }, 'exits unexpectedly'],
  ['a finished job that runs again', { ...sound, runs: [run([...SOUND, ['job', 'running']])] }, 'of the diagram'],
  ['a job without an end', { ...sound, runs: [run([...SOUND.slice(0, 5), ['task', 'failed']])] }, 'is stuck'],
  ['a write after the cancel', { ...cancelled, writes: [write(4_500), write(6_001)] }, 'written after the end'],
  ['a delete outside of any run', { ...sound, writes: [write(7_000, { verb: 'delete' })] }, 'deleted only while'],
  ['an object made by two instances', { ...sound, writes: [write(4_500), write(4_600)] }, 'applied twice'],
  ['a job done again after its end', { ...sound, writes: [write(4_500), write(5_500)] }, 'not done again'],
  [
    'two runs of one application at a time',
    { ...sound, runs: [run(SOUND), run(SOUND, { taskId: 'other' }, 2_500)] },
    'two runs under way',
  ],
  ['an object that is missing', { ...sound, writes: [] }, 'delivered all its objects'],
  [
    'an object that comes too late in the plan',
    { ...sound, writes: [write(4_500), write(4_600, { object: 'ConfigMap/app-d' })] },
    'never reached',
  ],
])('%s is found', (_name, proof, words) => {
  const [sentence = ''] = Object.keys(CHECKS).filter((each) => each.includes(words));
  expect(CHECKS[sentence]?.(proof) ?? []).not.toEqual([]);
});
