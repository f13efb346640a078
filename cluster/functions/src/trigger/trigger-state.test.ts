import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TriggerStatus } from './trigger-resource.ts';
import { acceptArrival, freePlaces, MAX_PENDING, planDeliveries, settleDelivery } from './trigger-state.ts';

const AT = '2026-01-01T00:00:00.000Z';
const NOW = Date.parse(AT);
const event = (id: string) => ({ id, data: { value: { id } } });
const spec = { type: 'webhook', target: { function: 'f' }, eventArgument: 'event', parallelism: 2 } as const;

describe('an event', () => {
  test('is stored with the position of its source, and once while it waits', () => {
    const status = acceptArrival(
      {},
      { events: [event('a'), event('b'), event('a')], checkpoint: { value: { at: 1 } } },
      AT,
    );
    expect(status).toMatchObject({ received: 2, checkpoint: { value: { at: 1 } }, lastEvent: { id: 'b' } });
    const again = acceptArrival(status, { events: [event('b'), event('c')], missed: 3 }, AT);
    expect(again.pending?.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(again).toMatchObject({ received: 3, missed: 3, checkpoint: { value: { at: 1 } } });
  });

  test('that fails is attempted again with growing delays, and given up after the last attempt', () => {
    let status: TriggerStatus = acceptArrival({}, { events: [event('a')] }, AT);
    const retry = { maxAttempts: 4, backoffSeconds: 1, maxBackoffSeconds: 3 };
    const delays: (number | undefined)[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      status = settleDelivery(status, { id: 'a', error: 'no' }, { retry, now: NOW });
      const nextAt = status.pending?.at(0)?.nextAt;
      delays.push(nextAt === undefined ? undefined : Date.parse(nextAt) - NOW);
    }
    expect(delays).toEqual([1000, 2000, 3000, undefined]);
    expect(status).toMatchObject({ failed: 1, pending: [], lastError: { id: 'a', message: 'no' } });
  });

  test('that waits for its next attempt does not hold up others', () => {
    let status: TriggerStatus = acceptArrival({}, { events: ['a', 'b', 'c', 'd'].map(event) }, AT);
    status = settleDelivery(status, { id: 'a', error: 'no' }, { retry: undefined, now: NOW });
    const plan = planDeliveries({ spec, status }, { now: NOW, underWay: new Set(['b']) });
    expect(plan.due.map(({ id }) => id)).toEqual(['c']);
    expect(plan.nextAt).toBe(NOW + 1000);
    expect(planDeliveries({ spec: { ...spec, paused: true }, status }, { now: NOW, underWay: new Set() }).due).toEqual(
      [],
    );
  });
});

test('every event is delivered, given up or waiting, whatever happens', () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('arrive' as const), id: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ kind: fc.constant('deliver' as const), id: fc.integer({ min: 0, max: 20 }), ok: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      let status: TriggerStatus = {};
      for (const { id, ...one } of actions) {
        if (one.kind === 'arrive') status = acceptArrival(status, { events: [event(`${id}`)] }, AT);
        else {
          const result = one.ok ? { id: `${id}` } : { id: `${id}`, error: 'no' };
          status = settleDelivery(status, result, {
            retry: { maxAttempts: 2, backoffSeconds: 0, maxBackoffSeconds: 0 },
            now: NOW,
          });
        }
        const { received = 0, delivered = 0, failed = 0, pending = [] } = status;
        expect(received).toBe(delivered + failed + pending.length);
        expect(new Set(pending.map((waiting) => waiting.id)).size).toBe(pending.length);
        expect(freePlaces(status)).toBe(MAX_PENDING - pending.length);
      }
    }),
  );
});
