import type { Clock } from '@kubemin/base';
import type { EventRecorder } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** Why a name outside of the cluster is not resolved. */
export type ClosedEgress = 'off' | 'proxy';

export interface OutsideNamesOptions {
  readonly egress: ClosedEgress;
  /** The pods of this node. */
  readonly pods: Pick<Informer<Pod>, 'list' | 'onChange'>;
  readonly events: EventRecorder;
  readonly clock: Clock;
  /** Suffixes that resolvers try besides the name itself, as `corp.example`. */
  readonly searches: readonly string[];
}

const EVENTS = {
  off: (name: string) => ({
    type: 'Warning' as const,
    reason: 'EgressDisabled',
    message: `pod asked for ${name}; outgoing connections are off: start kubemin up with --egress proxy`,
  }),
  proxy: (name: string) => ({
    type: 'Warning' as const,
    reason: 'EgressByProxyOnly',
    message: `pod asked for ${name}; outgoing connections go through the proxy in HTTPS_PROXY alone, which the program does not use for this name: configure it to (for plain HTTP, set HTTP_PROXY to the same)`,
  }),
};

/** Addresses whose pod has not reported them yet. */
const MAX_WAITING = 64;
const WAITING_MS = 10_000;

/** Records an event on each pod that asks for a name outside of the cluster where such names are not resolved; once per pod. */
export class OutsideNames {
  readonly #options: OutsideNamesOptions;
  /** Uids of pods that have the event; those of deleted pods are removed. */
  readonly #reported = new Set<string>();
  readonly #waiting = new Map<string, { readonly name: string; readonly until: number }>();
  readonly #stop: () => void;

  constructor(options: OutsideNamesOptions) {
    this.#options = options;
    this.#stop = options.pods.onChange(({ type, object }) => {
      if (type === 'deleted') this.#reported.delete(object.metadata.uid ?? '');
      else this.#findWaiting(object);
    });
  }

  /** A name was asked for from an address and refused. */
  report(name: string, address: string): void {
    if (!isOutside(name, this.#options.searches)) return;
    const pod = this.#options.pods.list().find((each) => hasAddress(each, address));
    if (pod !== undefined) {
      this.#record(pod, name);
      return;
    }
    // A program may ask before the address of its pod is in its status.
    this.#waiting.delete(address);
    this.#waiting.set(address, { name, until: this.#options.clock.monotonic() + WAITING_MS });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > MAX_WAITING && oldest !== undefined) this.#waiting.delete(oldest);
  }

  close(): void {
    this.#stop();
  }

  #findWaiting(pod: Pod): void {
    const address = pod.status?.podIP ?? '';
    const found = this.#waiting.get(address);
    if (found === undefined || !hasAddress(pod, address)) return;
    this.#waiting.delete(address);
    if (this.#options.clock.monotonic() <= found.until) this.#record(pod, found.name);
  }

  #record(pod: Pod, name: string): void {
    const uid = pod.metadata.uid ?? '';
    if (this.#reported.has(uid)) return;
    this.#reported.add(uid);
    this.#options.events.record(pod, EVENTS[this.#options.egress](name));
  }
}

function hasAddress({ spec, status }: Pod, address: string): boolean {
  const isOver = status?.phase === 'Succeeded' || status?.phase === 'Failed';
  return !isOver && spec?.hostNetwork !== true && status?.podIP === address;
}

/**
 * Names with one label are of services that do not exist, as are those that resolvers make by adding a suffix; reverse lookups
 * are made by programs that log.
 */
function isOutside(name: string, searches: readonly string[]): boolean {
  const key = name.toLowerCase();
  if (!key.includes('.') || key.endsWith('.svc') || key.includes('.svc.')) return false;
  return !['arpa', 'local', 'localhost', ...searches].some((suffix) => key.endsWith(`.${suffix.toLowerCase()}`));
}
