import { toError } from '@kubemin/base';
import type { ControllerContext } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { isStatusError, microTimestamp } from '@kubemin/kubeapi';
import { coordination } from '@kubemin/kubeapi/resources';
import type { Lease } from '@kubemin/kubeapi/types/coordination.v1';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { LeaseRing } from './lease-ring.ts';
import type { NodeClients } from './node-clients.ts';

const LEASE_NAMESPACE = 'kube-node-lease';
const LEASE_SECONDS = 40;
const TICK_MS = 250;
/** How the API says that a lease is not as it was last written. NotFound to a creation is about the namespace. */
const ELSEWHERE_WRITTEN = {
  create: new Set(['AlreadyExists']),
  update: new Set(['Conflict', 'NotFound']),
} as const;

/** What leases are kept from. */
export interface LeaseKeeperOptions {
  readonly context: ControllerContext;
  readonly clients: NodeClients;
  readonly nodes: Informer<Node>;
  /** What the clock of a node says that does not stand still; undefined for one that stopped renewing. @default the right time */
  readonly timeOf?: (name: string) => number | undefined;
  /** How often each is renewed. @default 10 s */
  readonly renewMs?: number | undefined;
}

/**
 * Renews the leases of all nodes with one timer. What falls due together is sent together, so that the API server can
 * commit it at once, and as an update of the lease last written: no read, no patch to work out.
 */
export class LeaseKeeper {
  readonly #context: ControllerContext;
  readonly #clients: NodeClients;
  readonly #nodes: Informer<Node>;
  readonly #timeOf: (name: string) => number | undefined;
  readonly #ring: LeaseRing;
  readonly #written = new Map<string, Lease>();

  constructor({ context, clients, nodes, timeOf = () => context.clock.now(), renewMs }: LeaseKeeperOptions) {
    this.#context = context;
    this.#clients = clients;
    this.#nodes = nodes;
    this.#timeOf = timeOf;
    this.#ring = new LeaseRing(renewMs);
  }

  /** From now on the node's lease is kept; the first renewal comes with the next tick. */
  add(name: string): void {
    this.#ring.add(name);
  }

  /** The node is none of ours any more. */
  remove(name: string): void {
    this.#ring.remove(name);
    this.#written.delete(name);
  }

  /** Renews until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, leadership } = this.#context;
    let before = clock.monotonic();
    while (!signal.aborted) {
      await clock.sleep(TICK_MS, signal);
      if (signal.aborted || !leadership.isHeld()) continue;
      const now = clock.monotonic();
      await this.#renewAll(this.#ring.due(now - before));
      before = now;
    }
  }

  async #renewAll(names: readonly string[]): Promise<void> {
    const outcomes = await Promise.allSettled(names.map((name) => this.#renew(name)));
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
    const [first] = failures;
    if (first === undefined) return;
    this.#context.logger.warn('leases of simulated nodes were not renewed; their turn comes again', {
      count: failures.length,
      error: toError(first.reason),
    });
  }

  async #renew(name: string): Promise<void> {
    const uid = this.#nodes.get(name)?.metadata.uid;
    const time = this.#timeOf(name);
    if (uid === undefined || time === undefined) return;
    const leases = this.#clients.of(name).resource(coordination.v1.leases, LEASE_NAMESPACE);
    const renewed = renewal({ name, uid, renewTime: microTimestamp(time), known: this.#written.get(name) });
    const verb = renewed.metadata.resourceVersion === undefined ? 'create' : 'update';
    try {
      this.#written.set(name, await leases[verb](renewed));
    } catch (error) {
      if (!isStatusError(error) || !ELSEWHERE_WRITTEN[verb].has(error.reason)) throw error;
      await this.#relearn(name);
    }
  }

  /** Somebody else wrote or removed the lease: looks at it, and has the node's turn come again at once. */
  async #relearn(name: string): Promise<void> {
    const found = await this.#clients.of(name).resource(coordination.v1.leases, LEASE_NAMESPACE).find(name);
    if (found === undefined) this.#written.delete(name);
    else this.#written.set(name, found);
    this.#ring.hurry(name);
  }
}

interface Renewal {
  readonly name: string;
  readonly uid: string;
  readonly renewTime: string;
  readonly known: Lease | undefined;
}

function renewal({ name, uid, renewTime, known }: Renewal): Lease {
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name, uid }];
  const spec = { holderIdentity: name, leaseDurationSeconds: LEASE_SECONDS, renewTime };
  if (known !== undefined) {
    return { ...known, metadata: { ...known.metadata, ownerReferences }, spec: { ...known.spec, ...spec } };
  }
  const metadata = { name, namespace: LEASE_NAMESPACE, ownerReferences };
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec };
}
