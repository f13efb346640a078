import type { Clock, LogFields, Logger, Random } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { expect } from 'vitest';
import { createKubeClient, objectKey } from '../client/resource/kube-client.ts';
import { loopbackTransport } from '../client/transport/loopback-transport.ts';
import { createInformer, type Informer } from '../informer/informer.ts';
import type { Change, Indexer } from '../informer/object-store.ts';
import { MemoryApi } from './memory-api.ts';

/** Randomness that is always the same number. */
export function fixedRandom(value: number): Random {
  return { next: () => value, bytes: (count) => new Uint8Array(count), uuid: () => 'uuid' };
}

/** A logger that keeps its lines. */
export class MemoryLogger implements Logger {
  readonly lines: { readonly level: string; readonly message: string; readonly fields: LogFields }[] = [];
  readonly debug = this.#at('debug');
  readonly info = this.#at('info');
  readonly warn = this.#at('warn');
  readonly error = this.#at('error');

  child(): Logger {
    return this;
  }

  #at(level: string) {
    return (message: string, fields: LogFields = {}): void => {
      this.lines.push({ level, message, fields });
    };
  }
}

/** What a handler that remembers everything believes to be the state; complains when a change does not fit it. */
export class FoldedView {
  readonly objects = new Map<string, ConfigMap>();
  readonly seen: Change<ConfigMap>[] = [];

  readonly handler = (change: Change<ConfigMap>): void => {
    this.seen.push(change);
    const { type, key, object, old } = change;
    const before = this.objects.get(key);
    if ((type === 'added') !== (before === undefined))
      throw new Error(`${type} ${key} does not fit what was seen before`);
    if (type !== 'added' && old !== before)
      throw new Error(`${type} ${key} comes with another old object than was seen`);
    if (type === 'updated' && !(version(object) > version(before)))
      throw new Error(`${key} went back to an older version`);
    if (type === 'deleted') this.objects.delete(key);
    else this.objects.set(key, object);
  };

  get steps(): readonly string[] {
    return this.seen.map(({ type, key, object }) => `${type} ${key} ${object.data?.n ?? ''}`.trim());
  }
}

export interface InformerHarness {
  readonly api: MemoryApi;
  readonly informer: Informer<ConfigMap>;
  readonly view: FoldedView;
  readonly logger: MemoryLogger;
  readonly abort: AbortController;
}

/** An informer over a MemoryApi, with a handler that folds what it sees. Not started yet. */
export function informerHarness(
  clock: Clock,
  indexers: Readonly<Record<string, Indexer<ConfigMap>>> = {},
  pageSize?: number,
): InformerHarness {
  const api = new MemoryApi();
  const logger = new MemoryLogger();
  const handler = loopbackTransport(api.handler, { username: 'tester', groups: [] });
  const client = createKubeClient(handler).resource(core.v1.configmaps);
  const informer = createInformer({ client, clock, random: fixedRandom(0.5), logger, indexers, pageSize });
  const view = new FoldedView();
  informer.onChange(view.handler);
  return { api, informer, view, logger, abort: new AbortController() };
}

/** Starts the informer and waits until its watch has lived long enough to count as one that works. */
export async function startInformer({ informer, api, abort }: InformerHarness, clock: SteppedClock): Promise<void> {
  informer.start(abort.signal);
  await informer.synced;
  await clock.advance(2_000);
  expect(api.openWatches).toBe(1);
}

/** The store and what handlers have seen are what the server has. */
export function expectCurrentInformer({ api, informer, view }: InformerHarness): void {
  const current = byKey([...api.objects.values()]);
  expect(byKey(informer.list())).toEqual(current);
  expect(view.objects).toEqual(current);
}

interface SteppedClock {
  advance(ms: number): Promise<void>;
}

function byKey(objects: readonly ConfigMap[]): ReadonlyMap<string, ConfigMap> {
  return new Map(objects.map((object) => [objectKey(object), object]));
}

function version(object: ConfigMap | undefined): bigint {
  return BigInt(object?.metadata.resourceVersion ?? '0');
}
