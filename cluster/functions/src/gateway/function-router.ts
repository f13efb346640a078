import type { Clock, Random } from '@kubemin/base';
import { functionMessages } from '../messages/index.ts';
import { CallError } from './call-error.ts';
import type { RoutedInstance } from './routed-instance.ts';

/** What the gateway has to know of a function. */
export interface FunctionRoute {
  readonly namespace: string;
  readonly name: string;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Requests in flight per instance. */
  readonly concurrency: number;
  /** The bearer token that requests need. */
  readonly token?: string | undefined;
  readonly idempotent: boolean;
  /** Whether paths below that of the function belong to it. */
  readonly hasPaths: boolean;
  /** Parts of the requests by revision; empty while no revision can serve. */
  readonly traffic: readonly { readonly revision: string; readonly percent: number }[];
  /** Why calls cannot be served at all. */
  readonly failure?: CallError | undefined;
}

/** Reported as they happen; called synchronously. */
export interface RouterEvents {
  onCall(key: string, fromWorkflow: boolean): void;
  /** Requests in flight and waiting have changed. */
  onLoad(key: string, inFlight: number): void;
  /** An instance broke a connection, or did not respond before the deadline. */
  onSuspect(key: string, instance: RoutedInstance): void;
}

export interface RouterOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly events: RouterEvents;
  /** How long a request waits for an instance. @default 60 s */
  readonly startTimeoutMs?: number;
  /** How many requests of one function wait. @default 10,000 */
  readonly maxWaiting?: number;
}

/** An instance for one request; to be released. */
export interface Assignment {
  readonly instance: RoutedInstance;
  /** Whether there was no instance when the request arrived. */
  readonly cold: boolean;
  release(): void;
}

/** A request for an instance. */
export interface AssignedCall {
  readonly fromWorkflow: boolean;
  /** Counts from 0. */
  readonly attempt: number;
  /** The revision that is to serve it, one that serves requests. @default by the traffic of the function */
  readonly revision?: string | undefined;
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly revision: string | undefined;
  readonly since: number;
  assign(instance: RoutedInstance): void;
  reject(error: Error): void;
}

interface Entry {
  route: FunctionRoute;
  readonly instances: Map<string, RoutedInstance>;
  /** In the order of their arrival. */
  readonly waiting: Set<Waiting>;
  inFlight: number;
}

const START_TIMEOUT_MS = 60_000;
const MAX_WAITING = 10_000;

/** The functions and their instances; see the documentation of the module. */
export class FunctionRouter {
  readonly #options: RouterOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  find(key: string): FunctionRoute | undefined {
    return this.#entries.get(key)?.route;
  }

  *routes(): Generator<FunctionRoute> {
    for (const { route } of this.#entries.values()) yield route;
  }

  waiting(key: string): number {
    return this.#entries.get(key)?.waiting.size ?? 0;
  }

  set(key: string, route: FunctionRoute): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      this.#entries.set(key, { route, instances: new Map(), waiting: new Set(), inFlight: 0 });
      return;
    }
    entry.route = route;
    if (route.failure !== undefined) for (const waiting of [...entry.waiting]) waiting.reject(route.failure);
    this.#serveWaiting(entry);
  }

  /** The function is gone: requests that wait get 404. */
  remove(key: string): void {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (entry === undefined) return;
    for (const waiting of [...entry.waiting]) waiting.reject(notFound(entry.route));
    for (const instance of entry.instances.values()) instance.drain();
  }

  addInstance(key: string, instance: RoutedInstance): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      instance.drain();
      return;
    }
    // Of an earlier term of the controller.
    entry.instances.get(instance.name)?.drain();
    entry.instances.set(instance.name, instance);
    this.#serveWaiting(entry);
  }

  /** Takes out all instances but these: those that an earlier term of the controller has added and that are gone. */
  keepInstances(key: string, names: ReadonlySet<string>): void {
    for (const name of this.#entries.get(key)?.instances.keys() ?? []) {
      if (!names.has(name)) this.removeInstance(key, name);
    }
  }

  /** Takes an instance out; requests in flight on it go on. */
  removeInstance(key: string, name: string): void {
    const entry = this.#entries.get(key);
    entry?.instances.get(name)?.drain();
    entry?.instances.delete(name);
  }

  /**
   * An instance for a request that has arrived. `attempt` is above 0 for a request that is sent again, which is no further
   * call. Rejects with a CallError when there is none before the deadline, and with the reason of the signal.
   */
  async assign(key: string, call: AssignedCall): Promise<Assignment> {
    const { events } = this.#options;
    if (call.attempt === 0) events.onCall(key, call.fromWorkflow);
    const entry = this.#entries.get(key);
    if (entry === undefined) throw new CallError(404, 'NotFound', functionMessages.unknownFunction({ name: key }));
    if (entry.route.failure !== undefined) throw entry.route.failure;
    const { route } = entry;
    if (call.revision !== undefined && !route.traffic.some(({ revision }) => revision === call.revision)) {
      const { revision } = call;
      throw new CallError(404, 'NotFound', functionMessages.unknownRevision({ name: key, revision }));
    }
    const revision = call.revision ?? this.#chooseRevision(route);
    const free = findFree(entry, revision);
    const cold = free === undefined && !entry.instances.values().some((one) => one.revision === revision);
    const instance = free ?? (await this.#wait(key, entry, revision, call.signal));
    if (free !== undefined) this.#begin(key, entry, free);
    let released = false;
    return {
      instance,
      cold,
      release: () => {
        if (released) return;
        released = true;
        entry.inFlight -= 1;
        instance.end();
        this.#serveWaiting(entry);
        events.onLoad(key, entry.inFlight + entry.waiting.size);
      },
    };
  }

  /** An instance did not do what it should: its controller checks it. */
  suspect(key: string, instance: RoutedInstance): void {
    this.#options.events.onSuspect(key, instance);
  }

  #begin(key: string, entry: Entry, instance: RoutedInstance): void {
    entry.inFlight += 1;
    instance.begin();
    this.#options.events.onLoad(key, entry.inFlight + entry.waiting.size);
  }

  #wait(key: string, entry: Entry, revision: string | undefined, signal: AbortSignal): Promise<RoutedInstance> {
    const { clock, events, startTimeoutMs = START_TIMEOUT_MS, maxWaiting = MAX_WAITING } = this.#options;
    const { namespace, name } = entry.route;
    if (entry.waiting.size >= maxWaiting) {
      throw new CallError(503, 'Overloaded', functionMessages.overloaded({ name, limit: maxWaiting }));
    }
    const { promise, resolve, reject } = Promise.withResolvers<RoutedInstance>();
    const settle = (): void => {
      entry.waiting.delete(waiting);
      cancelTimer();
      signal.removeEventListener('abort', abort);
    };
    const waiting: Waiting = {
      revision,
      since: clock.monotonic(),
      assign: (instance) => {
        settle();
        this.#begin(key, entry, instance);
        resolve(instance);
      },
      reject: (error) => {
        settle();
        reject(error);
      },
    };
    const abort = (): void => waiting.reject(signal.reason);
    const cancelTimer = clock.after(startTimeoutMs, () => {
      const seconds = startTimeoutMs / 1_000;
      waiting.reject(new CallError(504, 'StartTimeout', functionMessages.startTimeout({ namespace, name, seconds })));
    });
    signal.addEventListener('abort', abort, { once: true });
    entry.waiting.add(waiting);
    events.onLoad(key, entry.inFlight + entry.waiting.size);
    return promise;
  }

  #serveWaiting(entry: Entry): void {
    for (const waiting of entry.waiting) {
      // The revision it was meant for may have lost its part since.
      const isRouted = entry.route.traffic.some(({ revision }) => revision === waiting.revision);
      const instance = findFree(entry, isRouted ? waiting.revision : this.#chooseRevision(entry.route));
      if (instance !== undefined) waiting.assign(instance);
      else if (entry.route.traffic.length < 2) return;
    }
  }

  #chooseRevision({ traffic }: FunctionRoute): string | undefined {
    if (traffic.length < 2) return traffic[0]?.revision;
    const total = traffic.reduce((sum, { percent }) => sum + percent, 0);
    let left = this.#options.random.next() * total;
    for (const { revision, percent } of traffic) {
      left -= percent;
      if (left < 0) return revision;
    }
    return traffic[0]?.revision;
  }
}

/** The instance with the fewest requests in flight that may have another one. */
function findFree({ route, instances }: Entry, revision: string | undefined): RoutedInstance | undefined {
  let best: RoutedInstance | undefined;
  for (const instance of instances.values()) {
    if (instance.revision !== revision || instance.isDraining || instance.inFlight >= route.concurrency) continue;
    if (best === undefined || instance.inFlight < best.inFlight) best = instance;
  }
  return best;
}

export function notFound({ namespace, name }: Pick<FunctionRoute, 'namespace' | 'name'>): CallError {
  return new CallError(404, 'NotFound', functionMessages.unknownFunction({ name: `${namespace}/${name}` }));
}
