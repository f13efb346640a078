import { deepEqual, isStatusError, type KubeObject, qualifiedName } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ResourceQuota } from '@kubemin/kubeapi/types/core.v1';
import { objectPlace, type ServedResource, type ServerParts } from '../../registry/index.ts';
import type { CacheEvent } from '../../storage/index.ts';
import type { Amounts } from '../../strategy/index.ts';
import { limitedPart, totalUsage } from './quota-arithmetic.ts';
import { isInScope } from './quota-scopes.ts';
import { objectUsage } from './quota-usage.ts';

const RETRY_MS = 1000;
/** A charged write that is not stored by then failed. */
const PENDING_MS = 10_000;

/** A write that is charged and not in the cache yet. */
interface Pending {
  readonly namespace: string;
  readonly object: KubeObject;
  readonly delta: Amounts;
  readonly cancelTimeout: () => void;
}

/** The usage that a write adds. */
export interface Charge {
  readonly namespace: string;
  readonly object: KubeObject;
  /** The increase of its usage. */
  readonly delta: Amounts;
}

/**
 * Keeps the used amounts of quotas correct: writes are charged before they happen, and when objects are deleted or change
 * without a charge, the namespace is counted again. Both are serialized within a namespace, and a count includes what is
 * charged but not stored yet, so a count never frees capacity that is in use.
 */
export class QuotaTracker {
  readonly #server: ServerParts;
  readonly #quotas: ServedResource | undefined;
  readonly #locks = new NamespaceLocks();
  readonly #namespaces = new Set<string>();
  readonly #pending = new Map<string, Pending>();
  readonly #waiting = new Set<string>();
  readonly #listening = new Map<string, () => void>();
  readonly #stops = new Set<() => void>();
  #stopped = false;

  constructor(server: ServerParts) {
    this.#server = server;
    this.#quotas = server.resources.find(core.v1.resourcequotas);
    this.#stops.add(server.resources.onChange(() => this.#listen()));
    this.#listen();
    for (const quota of this.#all(undefined)) this.#scheduleCount(objectPlace(quota).namespace);
  }

  /** Whether there is any quota at all. */
  get active(): boolean {
    return this.#namespaces.size > 0;
  }

  /** The quotas of a namespace whose scope includes the object. */
  quotasFor(namespace: string, object: KubeObject): readonly ResourceQuota[] {
    return this.#namespaces.has(namespace) ? this.#all(namespace).filter((quota) => isInScope(quota, object)) : [];
  }

  /** Charges a write to every quota it affects; `check` throws when it exceeds one. */
  async charge(charge: Charge, check: (quota: ResourceQuota, delta: Amounts) => void): Promise<void> {
    const { namespace, object, delta } = charge;
    await this.#locks.run(namespace, async () => {
      let charged = false;
      try {
        for (const quota of this.quotasFor(namespace, object)) {
          if (!isCounted(quota)) await this.#count(quota);
          await this.#add(quota, delta, check);
          charged = true;
        }
      } catch (error) {
        // A count corrects what an earlier quota was charged.
        if (charged) this.#scheduleCount(namespace);
        throw error;
      }
      if (charged) this.#addPending(charge);
    });
  }

  stop(): void {
    this.#stopped = true;
    for (const stop of [...this.#stops, ...this.#listening.values()]) stop();
    for (const { cancelTimeout } of this.#pending.values()) cancelTimeout();
    this.#stops.clear();
    this.#listening.clear();
  }

  async #add(
    quota: ResourceQuota,
    delta: Amounts,
    check: (quota: ResourceQuota, delta: Amounts) => void,
  ): Promise<void> {
    await this.#write(quota, (current) => {
      const { hard = {}, used = {} } = current.status ?? {};
      const limited = limitedPart(delta, hard);
      check(current, limited);
      return { hard, used: totalUsage([used, limited], hard) };
    });
  }

  async #count(quota: ResourceQuota): Promise<void> {
    await this.#write(quota, (current) => {
      const hard = current.spec?.hard ?? {};
      return { hard, used: totalUsage(this.#usages(current), hard) };
    });
  }

  async #write(quota: ResourceQuota, next: (current: ResourceQuota) => ResourceQuota['status']): Promise<void> {
    if (this.#quotas === undefined) return;
    const change = (current: KubeObject): KubeObject => {
      if (!isQuota(current)) return current;
      const status = next(current);
      const changed: ResourceQuota = { ...current, ...(status && { status }) };
      return deepEqual(current.status, status) ? current : changed;
    };
    try {
      await this.#server.registry.update(this.#quotas, objectPlace(quota), change, { target: 'status' });
    } catch (error) {
      // A deleted quota limits nothing.
      if (!isStatusError(error, 'NotFound')) throw error;
    }
  }

  *#usages(quota: ResourceQuota): Generator<Amounts> {
    const { namespace } = objectPlace(quota);
    for (const resource of this.#counted(quota)) {
      for (const object of this.#server.cache.collection(resource.collection).list(namespace)) {
        if (isInScope(quota, object)) yield objectUsage(resource.info, object);
      }
    }
    for (const pending of this.#pending.values()) {
      if (pending.namespace === namespace && isInScope(quota, pending.object)) yield pending.delta;
    }
  }

  /** The resources to count: each collection once, whatever versions it has. */
  #counted({ spec }: ResourceQuota): readonly ServedResource[] {
    const names = Object.keys(spec?.hard ?? {});
    const inDetail = names.some((name) => !name.startsWith('count/'));
    const byCollection = new Map(this.#stored().map((resource) => [resource.collection, resource]));
    return [...byCollection.values()].filter(({ info }) => {
      const name = qualifiedName(info);
      const detailed = inDetail && (info.group === '' || name === 'persistentvolumeclaims');
      return detailed || names.includes(`count/${name}`);
    });
  }

  #stored(): readonly ServedResource[] {
    return this.#server.resources.all().filter(({ info, verbs }) => info.namespaced && verbs === undefined);
  }

  #all(namespace: string | undefined): readonly ResourceQuota[] {
    return [...this.#server.cache.collection(core.v1.resourcequotas.plural).list(namespace)].filter(isQuota);
  }

  #listen(): void {
    const wanted = new Map(this.#stored().map((resource) => [resource.collection, resource]));
    for (const [collection, stop] of this.#listening) {
      if (wanted.has(collection)) continue;
      stop();
      this.#listening.delete(collection);
    }
    for (const [collection, resource] of wanted) {
      if (this.#listening.has(collection)) continue;
      const onEvent = (event: CacheEvent): void => this.#onEvent(resource, event);
      this.#listening.set(collection, this.#server.cache.collection(collection).listen(undefined, { onEvent }));
    }
    for (const quota of this.#all(undefined)) this.#namespaces.add(objectPlace(quota).namespace);
  }

  #onEvent(resource: ServedResource, { kind, object, previous }: CacheEvent): void {
    const { namespace } = objectPlace(object);
    const pending = this.#pending.get(object.metadata.uid ?? '');
    if (pending !== undefined) this.#removePending(object.metadata.uid ?? '');
    if (isQuota(object)) this.#onQuotaEvent(kind, object);
    if (!this.#namespaces.has(namespace)) return;
    const charged = kind === 'put' && previous === undefined && pending !== undefined;
    const same =
      kind === 'put' &&
      previous !== undefined &&
      deepEqual(objectUsage(resource.info, object), objectUsage(resource.info, previous));
    if (!charged && !same) this.#scheduleCount(namespace);
  }

  #onQuotaEvent(kind: CacheEvent['kind'], quota: ResourceQuota): void {
    const { namespace } = objectPlace(quota);
    if (kind === 'put') this.#namespaces.add(namespace);
    else if (this.#all(namespace).length === 0) this.#namespaces.delete(namespace);
    if (kind === 'put' && !isCounted(quota)) this.#scheduleCount(namespace);
  }

  #addPending({ namespace, object, delta }: Charge): void {
    const uid = object.metadata.uid ?? '';
    const cancelTimeout = this.#server.clock.after(PENDING_MS, () => {
      this.#removePending(uid);
      this.#scheduleCount(namespace);
    });
    this.#pending.set(uid, { namespace, object, delta, cancelTimeout });
  }

  #removePending(uid: string): void {
    this.#pending.get(uid)?.cancelTimeout();
    this.#pending.delete(uid);
  }

  /** Schedules a count, unless one is pending. */
  #scheduleCount(namespace: string): void {
    if (this.#stopped || this.#waiting.has(namespace)) return;
    this.#waiting.add(namespace);
    void this.#countAll(namespace);
  }

  async #countAll(namespace: string): Promise<void> {
    try {
      await this.#locks.run(namespace, async () => {
        this.#waiting.delete(namespace);
        for (const quota of this.#stopped ? [] : this.#all(namespace)) await this.#count(quota);
      });
    } catch (error) {
      if (this.#stopped) return;
      this.#server.logger.warn('cannot count a quota, trying again', { namespace, error });
      const cancel = this.#server.clock.after(RETRY_MS, () => {
        this.#stops.delete(cancel);
        this.#scheduleCount(namespace);
      });
      this.#stops.add(cancel);
    }
  }
}

/** Whether the used amounts were counted for the current limits. */
function isCounted({ spec, status }: ResourceQuota): boolean {
  return status?.hard !== undefined && deepEqual(status.hard, spec?.hard ?? {});
}

function isQuota(object: KubeObject): object is ResourceQuota {
  return object.kind === 'ResourceQuota' && object.apiVersion === 'v1';
}

/** Serializes work within a namespace; different namespaces run concurrently. */
class NamespaceLocks {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves or rejects like the work; a failure does not affect the next caller. */
  run<T>(namespace: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(namespace) ?? Promise.resolve();
    const mine = before.then(work);
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(namespace, settled);
    void settled.then(() => {
      if (this.#last.get(namespace) === settled) this.#last.delete(namespace);
    });
    return mine;
  }
}
