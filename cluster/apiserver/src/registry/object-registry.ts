import type { Clock, Random } from '@kubemin/base';
import {
  alreadyExists,
  conflict,
  deepEqual,
  invalid,
  isStatusError,
  type KubeObject,
  notFound,
} from '@kubemin/kubeapi';
import { ConflictError } from '../storage/index.ts';
import type { Reservations, StrategyContext } from '../strategy/index.ts';
import type { AdmissionHooks } from './admission-chain.ts';
import { type DeleteOptions, type Deletion, planDeletion } from './deletion.ts';
import type { FieldTracker } from './fields/field-tracker.ts';
import { type FieldWrite, OWN_WRITE } from './fields/field-write.ts';
import { finalizerProblems, metadataProblems, newMetadata } from './object-metadata.ts';
import type { ObjectPlace, ObjectStore } from './object-store.ts';
import type { ServedResource } from './served-resource.ts';
import { isReleased, planUpdate, type UpdateTarget } from './update.ts';
import { WallTime } from './wall-time.ts';

/** Names made up by the server may be taken; another is tried this often. */
const GENERATED_NAME_ATTEMPTS = 8;
/** A write that loses this many races in a row gives up with a conflict. */
const WRITE_ATTEMPTS = 64;

/** What the registry writes with. */
export interface ObjectRegistryOptions {
  readonly store: ObjectStore;
  readonly reservations: Reservations;
  readonly fields: FieldTracker;
  readonly clock: Clock;
  readonly random: Random;
}

/** Options of every write. */
export interface WriteOptions {
  /** Everything happens but the write. */
  readonly dryRun?: boolean;
  /** Whose fields these are. @default the server's */
  readonly fields?: FieldWrite;
  /** Admission of the write. @default none: writes of the server itself */
  readonly admission?: AdmissionHooks | undefined;
}

/** Options of an update. */
export interface UpdateOptions extends WriteOptions {
  /** @default 'main' */
  readonly target?: UpdateTarget;
}

/**
 * The generic write path: every write of every kind and caller goes through here. Objects given to it are
 * already decoded; what comes back is stored, frozen and shared.
 */
export class ObjectRegistry {
  readonly #options: ObjectRegistryOptions;
  readonly #time: WallTime;

  constructor(options: ObjectRegistryOptions) {
    this.#options = options;
    this.#time = new WallTime(options.clock);
  }

  /** The object of now, also where its conversion calls another program. */
  async load(resource: ServedResource, place: ObjectPlace): Promise<KubeObject> {
    const found = await this.#options.store.load(resource, place);
    if (found === undefined) throw notFound(resource.info, place.name);
    return found;
  }

  /** Only for resources whose conversion, if there is one, happens here. */
  read(resource: ServedResource, place: ObjectPlace): KubeObject {
    const found = this.find(resource, place);
    if (found === undefined) throw notFound(resource.info, place.name);
    return found;
  }

  find(resource: ServedResource, place: ObjectPlace): KubeObject | undefined {
    return this.#options.store.read(resource, place);
  }

  async create(resource: ServedResource, sent: KubeObject, options: WriteOptions = {}): Promise<KubeObject> {
    const generated = sent.metadata.name === undefined && sent.metadata.generateName !== undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#createOnce(resource, sent, options);
      } catch (error) {
        const retry = generated && isStatusError(error, 'AlreadyExists') && attempt < GENERATED_NAME_ATTEMPTS;
        if (!retry) throw error;
      }
    }
  }

  /**
   * Replaces the object by what `change` makes of its current state; when another writer was faster, `change` is called
   * again. A resourceVersion in its result that is not the current one is a conflict.
   */
  async update(
    resource: ServedResource,
    place: ObjectPlace,
    change: (current: KubeObject) => KubeObject | Promise<KubeObject>,
    options: UpdateOptions = {},
  ): Promise<KubeObject> {
    return this.#retrying(resource, place, async (current) => {
      const sent = await admitted(resource, await change(current), { current, options });
      checkPreconditions(resource, current, sent.metadata);
      const target = options.target ?? 'main';
      const planned = planUpdate(resource, { sent, current, target });
      const write = options.fields ?? OWN_WRITE;
      const next = this.#options.fields.updated(resource, { sent, current, planned, target }, write);
      const finalizers = finalizerProblems(next.metadata, current.metadata);
      if (finalizers.length > 0) throw invalid(resource.info, place.name, finalizers);
      if (next === current) return current;
      await options.admission?.validate(next, current);
      if (isReleased(resource, next, current)) return this.#remove(resource, current, options);
      return this.#replace(resource, next, current, options);
    });
  }

  async delete(
    resource: ServedResource,
    place: ObjectPlace,
    options: DeleteOptions & Pick<WriteOptions, 'admission'>,
  ): Promise<Deletion> {
    let removed = false;
    const object = await this.#retrying(resource, place, async (current) => {
      checkPreconditions(resource, current, options.preconditions ?? {});
      await options.admission?.validate(current, current);
      const plan = planDeletion(resource, current, { ...options, now: this.#options.clock.now() });
      removed = plan.kind === 'remove';
      if (plan.kind === 'keep') return current;
      if (plan.kind === 'remove') return this.#remove(resource, current, options);
      return this.#replace(resource, plan.object, current, options);
    });
    return { object, removed };
  }

  async #createOnce(resource: ServedResource, sent: KubeObject, options: WriteOptions): Promise<KubeObject> {
    const { strategy, info } = resource;
    const { random } = this.#options;
    const named = { ...sent, metadata: newMetadata(resource, sent.metadata, { random, now: this.#time.now() }) };
    const defaulted = await admitted(resource, named, { current: undefined, options });
    const prepared =
      strategy.prepareForCreate?.(defaulted) ?? (resource.hasStatus ? withEmptyStatus(defaulted) : defaulted);
    const problems = [
      ...metadataProblems(resource, prepared),
      ...(strategy.validate?.(prepared) ?? []),
      ...(strategy.validateCreate?.(prepared) ?? []),
    ];
    if (problems.length > 0) throw invalid(info, prepared.metadata.name ?? '', problems);
    await options.admission?.validate(prepared, undefined);
    const owned = this.#options.fields.created(resource, prepared, sent, options.fields ?? OWN_WRITE);
    const allocation = await strategy.allocate?.(owned, undefined, this.#context(options));
    const object = allocation?.object ?? owned;
    try {
      if (options.dryRun === true) return await this.#dryCreate(resource, object);
      return await this.#options.store.insert(resource, object);
    } catch (error) {
      await allocation?.rollback();
      throw error;
    }
  }

  async #dryCreate(resource: ServedResource, object: KubeObject): Promise<KubeObject> {
    const { name = '', namespace = '' } = object.metadata;
    if ((await this.#options.store.load(resource, { name, namespace })) === undefined) return object;
    throw alreadyExists(resource.info, name);
  }

  async #replace(
    resource: ServedResource,
    next: KubeObject,
    current: KubeObject,
    options: WriteOptions,
  ): Promise<KubeObject> {
    const { strategy } = resource;
    const context = this.#context(options);
    const allocation = await strategy.allocate?.(next, current, context);
    const object = allocation?.object ?? next;
    if (options.dryRun === true) return object;
    if (deepEqual(object, current)) return current;
    let stored: KubeObject;
    try {
      stored = await this.#options.store.replace(resource, object, current);
    } catch (error) {
      await allocation?.rollback();
      throw error;
    }
    await strategy.release?.(current, stored, context);
    return stored;
  }

  async #remove(resource: ServedResource, current: KubeObject, options: WriteOptions): Promise<KubeObject> {
    if (options.dryRun === true) return current;
    const removed = await this.#options.store.remove(resource, current);
    await resource.strategy.release?.(current, undefined, this.#context(options));
    return removed;
  }

  async #retrying(
    resource: ServedResource,
    place: ObjectPlace,
    attempt: (current: KubeObject) => Promise<KubeObject>,
  ): Promise<KubeObject> {
    for (let attempts = 0; attempts < WRITE_ATTEMPTS; attempts += 1) {
      try {
        return await attempt(await this.load(resource, place));
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
        await this.#options.store.refresh();
      }
    }
    throw conflict(resource.info, place.name);
  }

  #context(options: WriteOptions): StrategyContext {
    const { clock, reservations } = this.#options;
    return { clock, reservations, dryRun: options.dryRun === true };
  }
}

/** The object with its defaults, and with what admission makes of it; updates get their defaults later. */
async function admitted(
  { strategy }: ServedResource,
  sent: KubeObject,
  { current, options }: { readonly current: KubeObject | undefined; readonly options: UpdateOptions },
): Promise<KubeObject> {
  if (options.admission === undefined && current !== undefined) return sent;
  const whole = (options.target ?? 'main') === 'main';
  const defaulted = whole ? (strategy.defaults?.(sent) ?? sent) : sent;
  return options.admission?.mutate(defaulted, current) ?? defaulted;
}

function checkPreconditions(
  resource: ServedResource,
  current: KubeObject,
  expected: { readonly uid?: string; readonly resourceVersion?: string },
): void {
  const { uid, resourceVersion, name = '' } = current.metadata;
  if (expected.uid !== undefined && expected.uid !== uid) {
    const why = `Precondition failed: UID in precondition: ${expected.uid}, UID in object meta: ${uid}`;
    throw conflict(resource.info, name, why);
  }
  const version = expected.resourceVersion;
  if (version !== undefined && version !== '' && version !== resourceVersion) throw conflict(resource.info, name);
}

function withEmptyStatus(object: KubeObject): KubeObject {
  return { ...object, ...{ status: {} } };
}
