import type { ControllerContext } from '@kubemin/controller';
import type { KubeClient } from '@kubemin/kube';

/**
 * What each node of a fleet writes with: itself. What it sees comes from the caches that the whole fleet shares, as a
 * watch for each of a thousand nodes would cost more than all they do.
 */
export class NodeClients {
  readonly #context: ControllerContext;
  readonly #makeClient: ((node: string) => KubeClient) | undefined;
  readonly #clients = new Map<string, KubeClient>();

  /** Without `makeClient` all nodes write with the client of the controller that simulates them. */
  constructor(context: ControllerContext, makeClient: ((node: string) => KubeClient) | undefined) {
    this.#context = context;
    this.#makeClient = makeClient;
  }

  get(node: string): KubeClient {
    if (this.#makeClient === undefined) return this.#context.client;
    const known = this.#clients.get(node);
    if (known !== undefined) return known;
    const made = this.#context.fenceClient(this.#makeClient(node));
    this.#clients.set(node, made);
    return made;
  }

  /** The node is none of ours any more. */
  forget(node: string): void {
    this.#clients.delete(node);
  }
}
