import type { Clock, Logger, Random } from '@kubemin/base';
import { createInformer, type Informer, type KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';

/** What a cluster is followed with. */
export interface WatchedClusterOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** The nodes and pods of a cluster as they are, or were when it was last heard of. */
export class WatchedCluster {
  readonly client: KubeClient;
  readonly nodes: Informer<Node>;
  readonly pods: Informer<Pod>;
  readonly #clock: Clock;
  readonly #over = new AbortController();
  #cancelEnd: (() => void) | undefined;

  constructor({ client, clock, random, logger }: WatchedClusterOptions) {
    this.client = client;
    this.#clock = clock;
    this.nodes = createInformer({ client: client.resource(core.v1.nodes), clock, random, logger });
    this.pods = createInformer({ client: client.resource(core.v1.pods), clock, random, logger });
    for (const informer of [this.nodes, this.pods]) {
      informer.start(this.#over.signal);
      // Callers that await it get the failure; without one it must not become an unhandled rejection.
      informer.synced.catch(() => undefined);
    }
  }

  /** Ends automatically unless it is called again within this time. */
  keepFor(ms: number, onEnd: () => void): void {
    this.#cancelEnd?.();
    this.#cancelEnd = this.#clock.after(ms, () => {
      this.end();
      onEnd();
    });
  }

  end(): void {
    this.#cancelEnd?.();
    this.#over.abort();
  }
}
