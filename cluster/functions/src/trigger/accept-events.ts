import { type Clock, TerminalError } from '@kubemin/base';
import { triggerMessages } from '../messages/index.ts';
import type { EventTrigger } from './trigger-resource.ts';
import type { SourceBatch } from './trigger-source.ts';
import { acceptArrival, freePlaces } from './trigger-state.ts';
import type { TriggerStore } from './trigger-store.ts';

const FULL_PAUSE_MS = 250;

/** Where events are stored. */
export interface EventReceiver {
  readonly key: string;
  readonly trigger: EventTrigger;
  readonly store: TriggerStore;
  readonly clock: Clock;
}

/** Stores events, as many as there is room for; the position of the source goes with the last of them. Returns how many are left. */
export async function storeEvents(
  { key, trigger, store, clock }: EventReceiver,
  { events, checkpoint, missed }: SourceBatch,
): Promise<number> {
  const stored = await Promise.all(
    events.map(async ({ id, data }) => ({ id, data: await store.storeData(trigger, data) })),
  );
  const position = checkpoint === undefined ? undefined : await store.storeData(trigger, checkpoint);
  const at = new Date(clock.now()).toISOString();
  let left = stored.length;
  const written = await store.update(key, trigger.metadata.uid ?? '', (status) => {
    const part = stored.slice(0, freePlaces(status));
    left = stored.length - part.length;
    if (part.length === 0 && left > 0) return status;
    return acceptArrival(status, { events: part, ...(left === 0 ? { checkpoint: position, missed } : {}) }, at);
  });
  if (written === undefined) throw new TerminalError(triggerMessages.gone({ key }), { code: 'TRIGGER_GONE' });
  return left;
}

/** Stores all events, waiting while too many are not delivered. */
export async function storeAllEvents(receiver: EventReceiver, batch: SourceBatch, signal: AbortSignal): Promise<void> {
  let { events } = batch;
  for (;;) {
    signal.throwIfAborted();
    const left = await storeEvents(receiver, { ...batch, events });
    if (left === 0) return;
    events = events.slice(events.length - left);
    await receiver.clock.sleep(FULL_PAUSE_MS, signal);
  }
}
