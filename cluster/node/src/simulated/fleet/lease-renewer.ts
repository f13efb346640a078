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
/** The errors which mean that a lease is not as it was last written. NotFound for a creation is about the namespace. */
const ELSEWHERE_WRITTEN = {
  create: new Set(['AlreadyExists']),
  update: new Set(['Conflict', 'NotFound']),
} as const;

/** What leases are kept from. */
export interface LeaseRenewerOptions {
  readonly context: ControllerContext;
  readonly clients: NodeClients;
  readonly nodes: Informer<Node>;
  /** The time of a node's clock; undefined for a node that stopped renewing. @default the right time */
  readonly nodeTime?: (name: string) => number | undefined;
  /** How often each is renewed. @default 10 s */
  readonly renewMs?: number | undefined;
}

/**
 * Renews the leases of all nodes with one timer. What falls due together is sent together, so that the API server can
 * commit it at once, and as an update of the lease last written: no read, no patch to work out.
 */
export class LeaseRenewer {
  readonly #context: ControllerContext;
  readonly #clients: NodeClients;
  readonly #nodes: Informer<Node>;
  readonly #nodeTime: (name: string) => number | undefined;
  readonly #ring: LeaseRing;
  readonly #written = new Map<string, Lease>();

  constructor({ context, clients, nodes, nodeTime = () => context.clock.now(), renewMs }: LeaseRenewerOptions) {
    this.#context = context;
    this.#clients = clients;
    this.#nodes = nodes;
    this.#nodeTime = nodeTime;
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
    const time = this.#nodeTime(name);
    if (uid === undefined || time === undefined) return;
    const leases = this.#clients.get(name).resource(coordination.v1.leases, LEASE_NAMESPACE);
    const renewed = renewal({ name, uid, renewTime: microTimestamp(time), known: this.#written.get(name) });
    const verb = renewed.metadata.resourceVersion === undefined ? 'create' : 'update';
    try {
      this.#written.set(name, await leases[verb](renewed));
    } catch (error) {
      if (!isStatusError(error) || !ELSEWHERE_WRITTEN[verb].has(error.reason)) throw error;
      await this.#relearn(name);
    }
  }

  /** Another client wrote or removed the lease: reads it, and makes the node due at once. */
  async #relearn(name: string): Promise<void> {
    const found = await this.#clients.get(name).resource(coordination.v1.leases, LEASE_NAMESPACE).find(name);
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
