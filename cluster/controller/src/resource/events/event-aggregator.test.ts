import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { EventAggregator } from './event-aggregator.ts';

const SOURCE = { component: 'test' };
const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop', uid: 'u1' } };

function testEvent(message: string, reason = 'Tested') {
  return { type: 'Normal', reason, message } as const;
}

test('events that come within one millisecond are listed in the order in which they were recorded', () => {
  const aggregator = new EventAggregator(new ManualClock());
  const names = ['Scheduled', 'Pulled', 'Created', 'Started'].map(
    (reason) => aggregator.aggregate(SOURCE, POD, testEvent('here', reason)).event.metadata.name,
  );
  expect(new Set(names).size).toBe(4);
  expect(names.toSorted()).toEqual(names);
});

test('two sources that record an event of one object at once do not use the same name', () => {
  const clock = new ManualClock();
  const names = ['kubelet', 'default-scheduler', 'replicaset-controller', 'node-controller'].map(
    (component) => new EventAggregator(clock).aggregate({ component }, POD, testEvent('here')).event.metadata.name,
  );
  expect(new Set(names).size).toBe(4);
});

test('the same again is counted in the same Event, whose first time stays', async () => {
  const clock = new ManualClock();
  const aggregator = new EventAggregator(clock);
  const first = aggregator.aggregate(SOURCE, POD, testEvent('here'));
  const begun = first.event.firstTimestamp;
  await clock.advance(5000);
  const second = aggregator.aggregate(SOURCE, POD, testEvent('here'));
  expect(second).toBe(first);
  expect(second.event.count).toBe(2);
  expect(second.event.firstTimestamp).toBe(begun);
  expect(second.event.lastTimestamp).not.toBe(begun);
});

test('an event recorded after its status was written has the time at which it occurred', async () => {
  const clock = new ManualClock();
  const occurredAt = clock.now();
  await clock.advance(5000);
  const { event } = new EventAggregator(clock).aggregate(SOURCE, POD, { ...testEvent('here'), occurredAt });
  const second = new Date(occurredAt).toISOString().replace(/\.\d+Z$/, 'Z');
  expect(event).toMatchObject({ firstTimestamp: second, lastTimestamp: second });
});

test('from the tenth different message on, messages with one reason share an Event, until ten quiet minutes have passed', async () => {
  const clock = new ManualClock();
  const aggregator = new EventAggregator(clock);
  const aggregateNumber = (number: number) =>
    aggregator.aggregate(SOURCE, POD, testEvent(`Created pod: web-${number}`));
  const single = Array.from({ length: 9 }, (_, index) => aggregateNumber(index).event);
  expect(new Set(single.map(({ metadata }) => metadata.name)).size).toBe(9);
  const combined = aggregateNumber(9);
  expect(combined.event.message).toBe('(combined from similar events): Created pod: web-9');
  expect(aggregateNumber(10)).toBe(combined);
  expect(combined.event).toMatchObject({ count: 2, message: '(combined from similar events): Created pod: web-10' });
  await clock.advance(10 * 60_000 + 1);
  expect(aggregateNumber(11).event.message).toBe('Created pod: web-11');
});

test('an Event of another reason, object or source is another Event', () => {
  const aggregator = new EventAggregator(new ManualClock());
  const other = { ...POD, metadata: { ...POD.metadata, uid: 'u2' } };
  const aggregated = [
    aggregator.aggregate(SOURCE, POD, testEvent('here')),
    aggregator.aggregate(SOURCE, POD, testEvent('here', 'Else')),
    aggregator.aggregate(SOURCE, other, testEvent('here')),
    aggregator.aggregate({ component: 'kubelet', host: 'n1' }, POD, testEvent('here')),
    aggregator.aggregate({ component: 'kubelet', host: 'n2' }, POD, testEvent('here')),
  ];
  expect(new Set(aggregated).size).toBe(5);
  expect(aggregated.every(({ event }) => event.count === 1)).toBe(true);
  expect(aggregated[3]?.event).toMatchObject({ source: { component: 'kubelet', host: 'n1' }, reportingInstance: 'n1' });
});
