import { createHash } from 'node:crypto';
import type { Clock } from '@kubemin/base';
import type { KubeClient, ResourceClient } from '@kubemin/kube';
import { splitKey } from '@kubemin/kube';
import { asJsonObject, deepEqual, isStatusError, type JsonObject } from '@kubemin/kubeapi';
import { type ContentRef, type ContentStore, createContentStore } from '../content/index.ts';
import { type EventTrigger, eventTriggers, type TriggerData, type TriggerStatus } from './trigger-resource.ts';

/** Larger data is in the content store: a status holds a hundred events. */
const INLINE_BYTES = 4 * 1024;

/** A change of a status; returns the same object for no change. */
export type StatusChange = (status: TriggerStatus, trigger: EventTrigger) => TriggerStatus;

interface QueuedChange {
  readonly uid: string;
  readonly change: StatusChange;
  readonly resolve: (trigger: EventTrigger | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Changes statuses of triggers. Changes that arrive while one is written are written together; a conflict with another
 * writer is resolved by applying the changes to the new version.
 */
export class TriggerStore {
  readonly content: ContentStore;
  readonly #client: KubeClient;
  readonly #queues = new Map<string, QueuedChange[]>();

  constructor({ client, clock }: { readonly client: KubeClient; readonly clock: Clock }) {
    this.#client = client;
    this.content = createContentStore({ client, clock });
  }

  find(key: string, signal?: AbortSignal): Promise<EventTrigger | undefined> {
    return this.#triggers(key).find(splitKey(key).name, { signal });
  }

  /** Resolves when the change is stored; with undefined when the trigger is gone or is another one of the same name. */
  update(key: string, uid: string, change: StatusChange): Promise<EventTrigger | undefined> {
    return new Promise((resolve, reject) => {
      const queued: QueuedChange = { uid, change, resolve, reject };
      const queue = this.#queues.get(key);
      if (queue !== undefined) {
        queue.push(queued);
        return;
      }
      this.#queues.set(key, [queued]);
      void this.#writeAll(key);
    });
  }

  /** Data for a status; larger data is stored with the trigger as its owner. */
  async storeData({ apiVersion, kind, metadata }: EventTrigger, value: JsonObject): Promise<TriggerData> {
    const text = JSON.stringify(value);
    if (Buffer.byteLength(text) <= INLINE_BYTES) return { value };
    const { namespace = '', name = '', uid = '' } = metadata;
    const owner = { apiVersion, kind, name, uid };
    return { content: await this.content.put(Buffer.from(text), { namespace, owner }) };
  }

  async loadData({ metadata }: EventTrigger, { value, content }: TriggerData): Promise<JsonObject> {
    if (content === undefined) return asJsonObject(value);
    const bytes = await this.content.get(content.digest, { namespace: metadata.namespace ?? '' });
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return asJsonObject(parsed);
  }

  /** Deletes data that the status no longer refers to. */
  async releaseUnused(before: TriggerStatus | undefined, { metadata, status }: EventTrigger): Promise<void> {
    const used = new Set(contentRefs(status).map(({ digest }) => digest));
    const { namespace = '', uid = '' } = metadata;
    for (const ref of contentRefs(before)) {
      if (!used.has(ref.digest)) await this.content.release(ref, uid, { namespace });
    }
  }

  async #writeAll(key: string): Promise<void> {
    for (let batch = this.#queues.get(key) ?? []; batch.length > 0; batch = this.#queues.get(key) ?? []) {
      this.#queues.set(key, []);
      try {
        const written = await this.#write(key, batch);
        for (const { uid, resolve } of batch) resolve(written?.metadata.uid === uid ? written : undefined);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#queues.delete(key);
  }

  async #write(key: string, batch: readonly QueuedChange[]): Promise<EventTrigger | undefined> {
    for (;;) {
      const trigger = await this.find(key);
      if (trigger === undefined) return undefined;
      let status: TriggerStatus = trigger.status ?? {};
      for (const { uid, change } of batch) if (trigger.metadata.uid === uid) status = change(status, trigger);
      if (deepEqual(status, trigger.status ?? {})) return trigger;
      try {
        const stored = await this.#triggers(key).update({ ...trigger, status }, { subresource: 'status' });
        await this.releaseUnused(trigger.status, stored);
        return stored;
      } catch (error) {
        if (isStatusError(error, 'NotFound')) return undefined;
        if (!isStatusError(error, 'Conflict')) throw error;
      }
    }
  }

  #triggers(key: string): ResourceClient<EventTrigger> {
    return this.#client.resource(eventTriggers, splitKey(key).namespace);
  }
}

/** A text that is the same for the same parts. */
export function hashParts(...parts: readonly (string | number | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(typeof part === 'number' ? `${part}` : part).update('\0');
  return hash.digest('hex').slice(0, 32);
}

function contentRefs(status: TriggerStatus | undefined): readonly ContentRef[] {
  const all = [status?.checkpoint, ...(status?.pending ?? []).map(({ data }) => data)];
  return all.flatMap((data) => (data?.content === undefined ? [] : [data.content]));
}
