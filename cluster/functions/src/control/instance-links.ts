import { type Clock, type Logger, TerminalError, toError } from '@kubemin/base';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { type FunctionRouter, RoutedInstance } from '../gateway/index.ts';
import {
  type DialInstance,
  type InstanceCode,
  InstanceConnections,
  prepareInstance,
  probeInstance,
} from '../instances/index.ts';

/** What an instance has come to. */
export type LinkState =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'ready'; readonly routed: RoutedInstance }
  /** Its code cannot be loaded. */
  | { readonly kind: 'failed'; readonly type: string; readonly message: string }
  /** Gets no further request; drained when the last one has its response. */
  | { readonly kind: 'draining'; readonly routed: RoutedInstance | undefined; readonly isDrained: boolean }
  /** Does not respond any more. */
  | { readonly kind: 'lost'; readonly wasReady: boolean };

interface Link {
  readonly pod: string;
  readonly revision: string;
  readonly connections: InstanceConnections;
  readonly stop: AbortController;
  state: LinkState;
}

export interface LinkTarget {
  readonly pod: Pod;
  readonly revision: string;
  readonly port: number;
  /** Undefined for an image that is a server of its own. */
  readonly load?: { readonly code: (signal: AbortSignal) => Promise<InstanceCode>; readonly token: string } | undefined;
  /** Of a pod of the pool. */
  readonly connections?: InstanceConnections | undefined;
}

export interface InstanceLinksOptions {
  readonly key: string;
  readonly router: FunctionRouter;
  readonly dial: DialInstance;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Something has changed that the reconciler must see. */
  readonly onChange: () => void;
}

/** The connections to the instances of one function: they get their code, and are added to the router when they serve. */
export class InstanceLinks {
  readonly #options: InstanceLinksOptions;
  readonly #links = new Map<string, Link>();

  constructor(options: InstanceLinksOptions) {
    this.#options = options;
  }

  state(pod: string): LinkState | undefined {
    return this.#links.get(pod)?.state;
  }

  inFlight(pod: string): number {
    const state = this.#links.get(pod)?.state;
    return state?.kind === 'ready' ? state.routed.inFlight : 0;
  }

  /** Begins to prepare an instance, unless that has begun. */
  open(target: LinkTarget): void {
    const { pod, revision, port } = target;
    const { name = '' } = pod.metadata;
    const host = pod.status?.podIP;
    if (host === undefined || this.#links.has(name)) return;
    const { dial } = this.#options;
    const keepAlive = target.load !== undefined;
    const connections = target.connections ?? new InstanceConnections({ address: { host, port }, dial, keepAlive });
    const link: Link = { pod: name, revision, connections, stop: new AbortController(), state: { kind: 'preparing' } };
    this.#links.set(name, link);
    void this.#prepare(link, target.load);
  }

  /** Checks an instance that broke a connection or did not respond; meanwhile it gets no request. */
  suspect(instance: RoutedInstance): void {
    const link = this.#links.get(instance.name);
    if (link?.state.kind !== 'ready' || link.state.routed !== instance) return;
    const { key, router } = this.#options;
    router.removeInstance(key, link.pod);
    link.state = { kind: 'preparing' };
    probeInstance(link.connections, link.stop.signal).then(
      () => this.#serve(link),
      () => {
        if (link.stop.signal.aborted) return;
        link.state = { kind: 'lost', wasReady: true };
        // What is in flight on it gets no response any more.
        link.connections[Symbol.dispose]();
        this.#options.onChange();
      },
    );
  }

  /** Lets an instance finish what is in flight. */
  drain(pod: string): void {
    const link = this.#links.get(pod);
    if (link === undefined || link.state.kind === 'draining') return;
    link.stop.abort();
    const routed = link.state.kind === 'ready' ? link.state.routed : undefined;
    link.state = { kind: 'draining', routed, isDrained: routed === undefined };
    this.#options.router.removeInstance(this.#options.key, pod);
  }

  /** Forgets an instance whose pod is gone; its connections are closed when they are not used any more. */
  close(pod: string): void {
    const link = this.#links.get(pod);
    if (link === undefined) return;
    this.drain(pod);
    this.#links.delete(pod);
  }

  pods(): readonly string[] {
    return [...this.#links.keys()];
  }

  /** Ends what is under way. Instances that serve stay in the router, for the links of the next term. */
  stop(): void {
    for (const { stop } of this.#links.values()) stop.abort();
  }

  async #prepare(link: Link, load: LinkTarget['load']): Promise<void> {
    const { clock, logger, onChange, key } = this.#options;
    const { signal } = link.stop;
    try {
      const outcome = await prepareInstance({
        connections: link.connections,
        load: load && { code: await load.code(signal), token: load.token },
        clock,
        signal,
      });
      if (signal.aborted) return;
      if (outcome.kind === 'ready') return this.#serve(link);
      link.state = outcome;
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toError(thrown);
      logger.warn('an instance of a function cannot be prepared', { function: key, pod: link.pod, error });
      link.state =
        error instanceof TerminalError
          ? { kind: 'failed', type: error.code, message: error.message }
          : { kind: 'lost', wasReady: false };
    }
    onChange();
  }

  #serve(link: Link): void {
    if (link.stop.signal.aborted) return;
    const { router, key, onChange } = this.#options;
    const routed = new RoutedInstance({
      name: link.pod,
      revision: link.revision,
      connections: link.connections,
      onDrained: (instance) => this.#drained(link, instance),
    });
    link.state = { kind: 'ready', routed };
    router.addInstance(key, routed);
    onChange();
  }

  #drained(link: Link, instance: RoutedInstance): void {
    // After the end of a term the instance is served by the links of the next one.
    if (link.stop.signal.aborted) link.connections[Symbol.dispose]();
    if (link.state.kind !== 'draining' || link.state.routed !== instance) return;
    link.state = { ...link.state, isDrained: true };
    this.#options.onChange();
  }
}
