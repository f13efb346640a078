import type { EventTrigger, PendingEvent, TriggerData, TriggerSpec, TriggerStatus } from './trigger-resource.ts';

/** Events that wait for their delivery are in the status; sources wait while there are more. */
export const MAX_PENDING = 100;
const MAX_ERROR_CHARACTERS = 500;

/** An event that a source has found. */
export interface StoredEvent {
  readonly id: string;
  readonly data: TriggerData;
}

/** What a source has found, and how far it has read. */
export interface Arrival {
  readonly events: readonly StoredEvent[];
  readonly checkpoint?: TriggerData | undefined;
  readonly missed?: number | undefined;
}

/** How many more events can be stored. */
export function freePlaces(status: TriggerStatus | undefined): number {
  return Math.max(0, MAX_PENDING - (status?.pending ?? []).length);
}

/** The status with the events and the position of the source, which are stored together. An event that waits already is not added again. */
export function acceptArrival(
  status: TriggerStatus,
  { events, checkpoint, missed = 0 }: Arrival,
  at: string,
): TriggerStatus {
  const known = new Set((status.pending ?? []).map(({ id }) => id));
  const added = events.filter(({ id }, index) => !known.has(id) && events.findIndex((one) => one.id === id) === index);
  const last = added.at(-1);
  return {
    ...status,
    ...(checkpoint === undefined ? {} : { checkpoint }),
    pending: [...(status.pending ?? []), ...added.map(({ id, data }) => ({ id, data, receivedAt: at }))],
    received: (status.received ?? 0) + added.length,
    missed: (status.missed ?? 0) + missed,
    ...(last === undefined ? {} : { lastEvent: { id: last.id, at } }),
  };
}

/** The result of a delivery. */
export interface Delivery {
  readonly id: string;
  /** Absent: the event was delivered. */
  readonly error?: string;
}

/** The status after a delivery: the event is removed, attempted again later, or given up. */
export function settleDelivery(
  status: TriggerStatus,
  { id, error }: Delivery,
  { retry, now }: { readonly retry: TriggerSpec['retry']; readonly now: number },
): TriggerStatus {
  const { pending = [] } = status;
  const event = pending.find((one) => one.id === id);
  if (event === undefined) return status;
  const others = pending.filter((one) => one !== event);
  if (error === undefined) return { ...status, pending: others, delivered: (status.delivered ?? 0) + 1 };
  const { maxAttempts = 10, backoffSeconds = 1, maxBackoffSeconds = 300 } = retry ?? {};
  const attempts = (event.attempts ?? 0) + 1;
  const message = error.slice(0, MAX_ERROR_CHARACTERS);
  const lastError = { id, at: new Date(now).toISOString(), message };
  if (attempts >= maxAttempts) return { ...status, pending: others, failed: (status.failed ?? 0) + 1, lastError };
  const delayMs = Math.min(maxBackoffSeconds, backoffSeconds * 2 ** (attempts - 1)) * 1000;
  const again: PendingEvent = { ...event, attempts, nextAt: new Date(now + delayMs).toISOString(), error: message };
  return { ...status, pending: pending.map((one) => (one === event ? again : one)), lastError };
}

/** Which events are to be delivered now, the oldest first, and when to look again. */
export function planDeliveries(
  { spec, status }: Pick<EventTrigger, 'spec' | 'status'>,
  { now, underWay }: { readonly now: number; readonly underWay: ReadonlySet<string> },
): { readonly due: readonly PendingEvent[]; readonly nextAt: number | undefined } {
  if (spec.paused === true) return { due: [], nextAt: undefined };
  const waiting = (status?.pending ?? []).filter(({ id }) => !underWay.has(id));
  const time = ({ nextAt }: PendingEvent): number => (nextAt === undefined ? 0 : Date.parse(nextAt));
  // An event that waits for its next attempt does not hold up others.
  const due = waiting.filter((event) => time(event) <= now).slice(0, Math.max(0, spec.parallelism - underWay.size));
  const later = waiting.map(time).filter((at) => at > now);
  return { due, nextAt: later.length === 0 ? undefined : Math.min(...later) };
}
