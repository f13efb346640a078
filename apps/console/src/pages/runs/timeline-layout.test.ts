import type { Job } from '@kubemin/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCriticalPath } from './critical-path.ts';
import { EMPTY_HISTORY, readHistory } from './run-history.ts';
import {
  failedAttempt,
  instant,
  JOB_STATES,
  moment,
  testEvents,
  testJob,
  testTask,
} from './test-support/run-events.ts';
import { createTimeScale, formatOffset, scaleTicks } from './time-scale.ts';
import { layoutTimeline } from './timeline-layout.ts';
import { findMarks } from './timeline-marks.ts';

const NOTHING: ReadonlySet<string> = new Set();

function ended(id: string, from: number, to: number, fields: Partial<Job> = {}): Job {
  const times = { startedAt: instant(from), endedAt: instant(to) };
  return testJob({ id, status: 'completed', attempt: 1, ...times, ...fields });
}

test('rows follow the plan: steps, their components, their jobs; jobs without a component are right below their step', () => {
  const jobs = [
    ended('a', 0, 10),
    ended('b', 10, 20, { objectKind: 'Service', objectName: 'svc-web-x7' }),
    ended('d', 10, 20, { objectKind: 'Service', objectName: 'web' }),
    testJob({ id: 'c', step: 'ask', stepIndex: 1, component: '', type: 'approval', objectKind: '', objectName: 'ask' }),
  ];
  const { rows } = layoutTimeline({
    run: { appId: 'x7', status: 'running', startedAt: instant(0), jobs },
    history: EMPTY_HISTORY,
    now: moment(30),
    collapsed: NOTHING,
  });
  expect(rows.map(({ level, kind, name, state }) => [level, kind, name, state])).toEqual([
    [1, 'step', 'deliver', 'completed'],
    [2, 'component', 'web', 'completed'],
    [3, 'job', 'Deployment', 'completed'],
    [3, 'job', 'Service svc-web', 'completed'],
    [3, 'job', 'Service web', 'completed'],
    [1, 'step', 'ask', 'waiting'],
    [2, 'job', 'ask', 'waiting'],
  ]);
});

test('a collapsed component hides its jobs and shows their attempts as one bar', () => {
  const jobs = [ended('a', 0, 10), ended('b', 10, 20, { objectKind: 'Service' })];
  const run = { appId: 'x7', status: 'completed', startedAt: instant(0), endedAt: instant(20), jobs } as const;
  const collapsed = new Set(['step/0/deliver/web']);
  const { rows } = layoutTimeline({ run, history: EMPTY_HISTORY, now: moment(99), collapsed });
  expect(rows.map(({ kind }) => kind)).toEqual(['step', 'component']);
  expect(rows[1]?.bars).toEqual([
    { kind: 'attempt', from: moment(0), to: moment(20), state: 'completed', isOpen: false },
  ]);
});

test('a repeated job has a bar for each attempt and a line between them, and waits from the begin of its step', () => {
  const running = testJob({ id: 'b', status: 'running', attempt: 1, startedAt: instant(20) });
  const current = { ...running, attempt: 2 };
  const history = readHistory(
    testEvents(
      [0, { task: testTask({ startedAt: instant(0) }) }],
      [20, { job: running }],
      [30, { job: { ...running, ...failedAttempt(1) } }],
      [50, { job: current }],
    ),
  );
  const jobs = [ended('a', 0, 20), current];
  const run = { appId: 'x7', status: 'running', startedAt: instant(0), jobs } as const;
  const { rows } = layoutTimeline({ run, history, now: moment(70), collapsed: NOTHING });
  expect(rows.at(-1)?.bars.map(({ kind, state, from, to, isOpen }) => [kind, state, from, to, isOpen])).toEqual([
    ['waiting', 'waiting', moment(0), moment(20), false],
    ['attempt', 'failed', moment(20), moment(30), false],
    ['backoff', 'waiting', moment(30), moment(50), false],
    ['attempt', 'running', moment(50), moment(70), true],
  ]);
});

test('the jobs of a component are bracketed by priority', () => {
  const jobs = [
    ended('a', 0, 10, { bucket: 1, objectKind: 'PersistentVolumeClaim' }),
    ended('b', 10, 20, { bucket: 10 }),
    ended('c', 10, 20, { bucket: 10, objectKind: 'Service' }),
    ended('d', 10, 20, { bucket: 10, objectKind: 'Secret' }),
    ended('e', 20, 30, { bucket: 20, objectKind: 'Ingress' }),
  ];
  const run = { appId: 'x7', status: 'completed', startedAt: instant(0), endedAt: instant(30), jobs } as const;
  const { rows } = layoutTimeline({ run, history: EMPTY_HISTORY, now: moment(99), collapsed: NOTHING });
  expect(rows.map(({ priority }) => priority && `${priority.value} ${priority.place}`)).toEqual([
    undefined,
    undefined,
    '1 only',
    '10 first',
    '10 middle',
    '10 last',
    '20 only',
  ]);
});

test('a lost worker is marked from when it was last heard of until another one resumed the run', () => {
  const task = testTask({ startedAt: instant(0) });
  const lost = [
    [0, { task: { ...task, status: 'queued', executor: 'w-2-a1' } }],
    [10, { task: { ...task, executor: 'w-2-a1' } }],
    [8_000, { task: { ...task, status: 'waiting', heldUntil: instant(4_000) } }],
  ] as const;
  const resumed = [
    [8_010, { task: { ...task, status: 'queued', executor: 'w-3-b2' } }],
    [8_050, { task: { ...task, executor: 'w-3-b2' } }],
  ] as const;
  expect(findMarks(readHistory(testEvents(...lost)), moment(9_000))).toEqual([
    { lostAt: moment(4_000), at: moment(9_000), lost: 'w-2-a1', next: undefined, isOpen: true },
  ]);
  expect(findMarks(readHistory(testEvents(...lost, ...resumed)), moment(9_000))).toEqual([
    { lostAt: moment(4_000), at: moment(8_050), lost: 'w-2-a1', next: 'w-3-b2', isOpen: false },
  ]);
  expect(findMarks(readHistory(testEvents(...resumed)), moment(9_000))).toEqual([]);
});

test('the critical path leads from the job that ended last back to the first, each after the one that held it up', () => {
  const jobs = [
    ended('config', 0, 10),
    ended('quick', 10, 30),
    ended('slow', 10, 500),
    testJob({ id: 'kept', status: 'skipped', attempt: 1 }),
    ended('after', 505, 600, { stepIndex: 1 }),
    testJob({ id: 'last', stepIndex: 2, status: 'running', attempt: 1, startedAt: instant(600) }),
    testJob({ id: 'queued', stepIndex: 2 }),
  ];
  expect([...findCriticalPath(jobs, moment(900))]).toEqual(['last', 'after', 'slow', 'config']);
  expect([...findCriticalPath([], moment(0))]).toEqual([]);
});

test('a retried run shows what the earlier run had done as kept', () => {
  const kept = ended('a', -900, -100, { attempt: 0 });
  const again = ended('b', 20, 90, { objectKind: 'Service', objectName: 'svc' });
  const history = readHistory(testEvents([0, { task: testTask({ retryOf: 'earlier', startedAt: instant(10) }) }]));
  const run = {
    appId: 'x7',
    status: 'completed',
    startedAt: instant(10),
    endedAt: instant(90),
    jobs: [kept, again],
  } as const;
  const { rows } = layoutTimeline({ run, history, now: moment(99), collapsed: NOTHING });
  expect(rows.map(({ name, state }) => [name, state])).toEqual([
    ['deliver', 'completed'],
    ['web', 'completed'],
    ['Deployment', 'skipped'],
    ['Service', 'completed'],
  ]);
  expect(rows[2]?.bars).toMatchObject([{ kind: 'attempt', state: 'skipped', from: moment(0), to: moment(0) }]);
});

test('a step that the run did not reach has not started, and nothing of it is kept', () => {
  const jobs = [
    ended('a', 0, 10, { status: 'rejected' }),
    testJob({ id: 'b', step: 'later', stepIndex: 1, status: 'skipped' }),
  ];
  const run = { appId: 'x7', status: 'rejected', startedAt: instant(0), endedAt: instant(10), jobs } as const;
  const { rows } = layoutTimeline({ run, history: EMPTY_HISTORY, now: moment(99), collapsed: NOTHING });
  expect(rows.slice(3).map(({ state, bars }) => [state, bars])).toEqual([
    ['waiting', []],
    ['waiting', []],
    ['waiting', []],
  ]);
});

test('time in which a run only waits for a decision is idle, and drawn shorter', () => {
  const question = { step: 'ask', stepIndex: 1, component: '', type: 'approval' };
  const jobs = [ended('a', 0, 1_000), ended('b', 1_000, 9_000, question), ended('c', 9_000, 10_000, { stepIndex: 2 })];
  const run = { appId: 'x7', status: 'completed', startedAt: instant(0), endedAt: instant(10_000), jobs } as const;
  const { from, to, idle } = layoutTimeline({ run, history: EMPTY_HISTORY, now: moment(0), collapsed: NOTHING });
  expect(idle).toEqual([{ from: moment(1_000), to: moment(9_000) }]);
  const scale = createTimeScale({ from, to }, { idle });
  expect(scale.position(moment(9_000)) - scale.position(moment(1_000))).toBeCloseTo(0.06);
  expect(scale.position(moment(10_000))).toBeCloseTo(1);
  expect(scaleTicks(scale).filter(({ at }) => at > moment(1_000) && at < moment(9_000))).toEqual([]);
});

const anyJob = (index: number) =>
  fc
    .record({
      stepIndex: fc.nat(2),
      component: fc.constantFrom('', 'web', 'api'),
      type: fc.constantFrom('deploy', 'approval'),
      status: fc.constantFrom(...JOB_STATES),
      // Clocks of several instances differ: an end may come before its start, and both outside of the run.
      startedAt: fc.option(fc.integer({ min: -50, max: 400 }), { nil: undefined }),
      endedAt: fc.option(fc.integer({ min: -50, max: 400 }), { nil: undefined }),
      attempts: fc.nat(3),
      reportAt: fc.nat(300),
    })
    .map(({ startedAt, endedAt, attempts, reportAt, ...fields }) => {
      const job = testJob({
        id: `job${index}`,
        ...fields,
        step: `step${fields.stepIndex}`,
        attempt: attempts,
        ...(startedAt !== undefined && { startedAt: instant(startedAt) }),
        ...(endedAt !== undefined && { endedAt: instant(endedAt) }),
      });
      const events = [...new Array(attempts).keys()].flatMap((before) => {
        const attempt = { ...job, attempt: before + 1, status: 'running' as const };
        const failed = { ...attempt, ...failedAttempt(before + 1) };
        return [
          [reportAt + before * 20, { job: attempt }] as const,
          ...(before % 2 === 0 ? [[reportAt + before * 20 + 10, { job: failed }] as const] : []),
        ];
      });
      return { job, events };
    });

const anyJobs = fc.integer({ min: 1, max: 8 }).chain((count) => fc.tuple(...[...new Array(count).keys()].map(anyJob)));

test('bars are never negative, stay inside of the run, and inside of the row above them', () => {
  fc.assert(
    fc.property(anyJobs, fc.boolean(), fc.nat(400), fc.boolean(), (made, isOver, now, isShort) => {
      const jobs = made.map(({ job }) => job);
      const events = made.flatMap((each) => each.events).toSorted(([one], [other]) => one - other);
      const history = readHistory(testEvents([0, { task: testTask({ startedAt: instant(3) }) }], ...events));
      const run = {
        appId: 'x7',
        status: isOver ? 'failed' : 'running',
        startedAt: instant(3),
        jobs,
        ...(isOver && { endedAt: instant(200) }),
      } as const;
      const timeline = layoutTimeline({ run, history, now: moment(now), collapsed: NOTHING });
      const scale = createTimeScale(timeline, { idle: isShort ? timeline.idle : [], margin: 0.1 });
      const byId = new Map(timeline.rows.map((row) => [row.id, row]));
      expect(byId.size).toBe(timeline.rows.length);
      for (const row of timeline.rows) {
        const parent = row.parent === undefined ? undefined : byId.get(row.parent);
        expect(parent === undefined).toBe(row.level === 1);
        for (const bar of row.bars) {
          expect(bar.to).toBeGreaterThanOrEqual(bar.from);
          expect(bar.from).toBeGreaterThanOrEqual(timeline.from);
          expect(bar.to).toBeLessThanOrEqual(timeline.to);
          expect(scale.position(bar.to)).toBeGreaterThanOrEqual(scale.position(bar.from));
          const above = parent?.bars.find(({ kind }) => kind === 'summary');
          if (bar.kind === 'waiting' || bar.kind === 'queued' || parent === undefined) continue;
          expect(above?.from).toBeLessThanOrEqual(bar.from);
          expect(above?.to).toBeGreaterThanOrEqual(bar.to);
        }
      }
    }),
  );
});

test('a scale grows with time, ends before its margin, and has few ticks', () => {
  const span = fc.tuple(fc.nat(1_000_000_000), fc.nat(1_000_000_000));
  fc.assert(
    fc.property(span, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }), ([one, other], cuts) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const [a = 0, b = 0, c = 0, d = 0] = cuts.toSorted((first, second) => first - second);
      const at = (part: number): number => from + Math.floor(part * (to - from));
      const idle = [
        { from: at(a), to: at(b) },
        { from: at(c), to: at(d) },
      ];
      const scale = createTimeScale({ from, to }, { idle, margin: 0.12 });
      const positions = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1].map((part) => scale.position(at(part)));
      expect(positions).toEqual(positions.toSorted((first, second) => first - second));
      expect(scale.position(scale.to)).toBeCloseTo(0.88);
      expect(scaleTicks(scale).length).toBeLessThanOrEqual(12);
    }),
  );
});

test('offsets show a part of a second only where ticks are that close', () => {
  expect(formatOffset(30_000)).toBe('0:30');
  expect(formatOffset(3_905_000)).toBe('1:05:05');
  expect(formatOffset(400, 200)).toBe('0:00.4');
  expect(formatOffset(2_271_050, 50)).toBe('37:51.05');
});
