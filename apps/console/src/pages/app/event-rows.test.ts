import type { ClusterEvent, ListedRevision, Task } from '@kubemin/client';
import { expect, test } from 'vitest';
import { ClusterEvents, eventRowKey, filterEvents, isWarning, kindResource, mergeEvents } from './event-rows.ts';

const event = (time: string, more: Partial<ClusterEvent> = {}): ClusterEvent => ({
  ...{ time, object: { kind: 'Pod', name: 'web-1' }, component: 'web', type: 'Normal' },
  ...{ reason: 'Started', message: 'started', count: 1, ...more },
});
const run: Task = {
  ...{ id: 't1', number: 1, appId: 'a', appName: 'shop', namespace: 'default', revision: 1, kind: 'deploy' },
  ...{ status: 'failed', createdAt: at(1), endedAt: at(5), version: 1 },
};
const revision: ListedRevision = {
  ...{ revision: 2, version: '1.0.0', creator: 'ada', createdAt: at(4), removedComponents: [], description: '' },
  ...{ current: true, state: 'stored', changes: [] },
};

function at(second: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
}

const rows = mergeEvents([event(at(3)), event(at(6), { type: 'Warning', reason: 'BackOff' })], [run], [revision]);

test('events of the cluster and of the platform are in one list, the newest first', () => {
  expect(rows.map(({ source }) => source)).toEqual(['cluster', 'run', 'revision', 'cluster']);
  expect(new Set(rows.map(eventRowKey)).size).toBe(4);
});

test('a run that failed is a warning, as an event of that type is', () => {
  expect(rows.filter(isWarning).map(({ source }) => source)).toEqual(['cluster', 'run']);
});

test('filters by component, source and time are combined', () => {
  expect(filterEvents(rows, { component: 'web' }).length).toBe(2);
  expect(filterEvents(rows, { component: 'other' })).toEqual([]);
  expect(filterEvents(rows, { source: 'platform' }).map(({ source }) => source)).toEqual(['run', 'revision']);
  expect(filterEvents(rows, { source: 'cluster', since: Date.parse(at(4)) }).length).toBe(1);
});

test('of events without end the newest are kept, and one that is counted again is there once', () => {
  const events = new ClusterEvents(3);
  for (let second = 0; second < 50; second += 1) events.add([event(at(second), { message: `restart ${second}` })]);
  expect(events.size).toBeLessThanOrEqual(6);
  events.add([event(at(55), { message: 'restart 48', count: 2 }), event(at(1), { message: 'late' })]);
  expect(events.newest().map(({ message }) => message)).toEqual(['restart 48', 'restart 49', 'restart 47']);
  events.clear();
  expect(events.newest()).toEqual([]);
});

test('kinds that applications have are found by their resource', () => {
  expect(kindResource('Deployment')).toBe('deployments.apps');
  expect(kindResource('toString')).toBeUndefined();
});
