import type { ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LogWriter, selectLines } from '../config/kubelet/log-line.ts';
import { LOG_INTERVAL, LOGS } from './rules/pod-annotations.ts';
import { findRun, SimulatedLog } from './simulated-log.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const ALL = { follow: false, previous: false, timestamps: false };

function pod(annotations: Record<string, string>, containers: readonly Partial<ContainerStatus>[] = []): Pod {
  const made = { name: 'main', image: '', imageID: '', ready: false, restartCount: 0 };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'shop', annotations },
    status: { containerStatuses: containers.map((each) => ({ ...made, ...each })) },
  };
}

it('a container logs once that it started and that nothing runs', () => {
  const log = new SimulatedLog(pod({}), 'main', { startedMs: START, endedMs: undefined });
  expect(log.lines(0, log.countAt(START + 60_000))).toEqual([
    { timeMs: START, text: 'container main of pod shop/web started (simulated: nothing runs here)' },
  ]);
});

it('lines repeat in their interval, numbered, until the container ends', () => {
  const annotations = { [LOGS]: 'tick {n}\ntock {n}\n', [LOG_INTERVAL]: '500ms' };
  const log = new SimulatedLog(pod(annotations), 'main', { startedMs: START, endedMs: START + 1200 });
  expect(log.lines(0, log.countAt(START + 99_000))).toEqual([
    { timeMs: START, text: 'tick 0' },
    { timeMs: START + 500, text: 'tock 1' },
    { timeMs: START + 1000, text: 'tick 2' },
  ]);
  expect(log.lineTime(3)).toBeUndefined();
});

it('a log read in pieces is the log read at once, whenever the pieces are read', () => {
  const annotations = { [LOGS]: 'a {n}\nb {n}', [LOG_INTERVAL]: '100ms' };
  const log = new SimulatedLog(pod(annotations), 'main', { startedMs: START, endedMs: undefined });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1 }), (moments) => {
      let read = 0;
      const pieces = moments
        .toSorted((one, other) => one - other)
        .flatMap((moment) => {
          const count = log.countAt(START + moment);
          const lines = log.lines(read, count);
          read = count;
          return lines;
        });
      expect(pieces).toEqual(log.lines(0, log.countAt(START + Math.max(...moments))));
    }),
  );
});

it('the end of a log, the part since a moment and the first bytes can be had', () => {
  const lines = ['a', 'b', 'c'].map((text, at) => ({ timeMs: START + at * 1000, text }));
  expect(selectLines(lines, { ...ALL, tailLines: 0 })).toEqual([]);
  expect(selectLines(lines, { ...ALL, tailLines: 2 }).map(({ text }) => text)).toEqual(['b', 'c']);
  expect(selectLines(lines, { ...ALL, sinceMs: START + 1500 }).map(({ text }) => text)).toEqual(['c']);
  const writer = new LogWriter({ ...ALL, timestamps: true, limitBytes: 34 });
  expect(Buffer.from(writer.write(lines)).toString()).toBe('2026-01-01T00:00:00.000000000Z a\n2');
  expect(writer.full).toBe(true);
});

it('the previous life of a container has its own log, and there may be none', () => {
  const terminated = { startedAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:00:09Z', exitCode: 1 };
  const crashed = { name: 'main', state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated } };
  expect(findRun(pod({}, [crashed]), 'main', true)).toEqual({ startedMs: START, endedMs: START + 9000 });
  const running = { name: 'main', state: { running: { startedAt: '2026-01-01T00:00:00Z' } }, lastState: {} };
  expect(() => findRun(pod({}, [running]), 'main', true)).toThrow(
    'previous terminated container "main" in pod "web" not found',
  );
});

it('the log of a waiting container has the reason', () => {
  const waiting = (reason: string) => pod({}, [{ name: 'main', state: { waiting: { reason } }, lastState: {} }]);
  const where = 'container "main" in pod "web" is waiting to start: ';
  expect(() => findRun(waiting('ContainerCreating'), 'main', false)).toThrow(`${where}ContainerCreating`);
  expect(() => findRun(waiting('ImagePullBackOff'), 'main', false)).toThrow(`${where}trying and failing to pull image`);
});
