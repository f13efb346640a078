import type { KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import type { ServerParts } from '../../registry/index.ts';
import { bufferStream } from '../buffer-stream.ts';
import type { NodeProxy } from '../node-proxy.ts';
import { type NodeSummary, readSummary } from './node-summary.ts';

/** The default of `windowMs`. */
const WINDOW_MS = 15_000;
const MAX_CONCURRENT = 32;
const NODE_TIMEOUT_MS = 10_000;

/** What nodes use, by their names. */
export type ClusterUsage = ReadonlyMap<string, NodeSummary>;

/** What may be chosen about measuring. */
export interface UsageScraperOptions {
  /** How long a measurement counts as current usage; sent to clients as `window`. @default 15 s */
  readonly windowMs?: number;
}

/** Scrapes the usage of nodes, when it is requested and the last measurements are too old. */
export class UsageScraper {
  readonly windowMs: number;
  readonly #proxy: NodeProxy;
  #scrape: { readonly startedMs: number; readonly usage: Promise<ClusterUsage> } | undefined;

  constructor(proxy: NodeProxy, { windowMs = WINDOW_MS }: UsageScraperOptions = {}) {
    this.#proxy = proxy;
    this.windowMs = windowMs;
  }

  /** The usage now or at most a window ago. Nodes that do not respond are left out. */
  usage(server: ServerParts): Promise<ClusterUsage> {
    const now = server.clock.monotonic();
    if (this.#scrape === undefined || now - this.#scrape.startedMs > this.windowMs) {
      this.#scrape = { startedMs: now, usage: this.#scrapeNodes(server) };
    }
    return this.#scrape.usage;
  }

  async #scrapeNodes(server: ServerParts): Promise<ClusterUsage> {
    const waiting = [...server.cache.collection(core.v1.nodes.plural).list('')].filter(isNode).filter(isReady);
    const found = new Map<string, NodeSummary>();
    const worker = async (): Promise<void> => {
      for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
        const summary = await this.#summary(server, node);
        if (summary !== undefined) found.set(node.metadata.name ?? '', summary);
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
    return found;
  }

  async #summary(server: ServerParts, node: Node): Promise<NodeSummary | undefined> {
    const late = new AbortController();
    const cancel = server.clock.after(NODE_TIMEOUT_MS, () => late.abort());
    try {
      const response = await this.#proxy.send({
        node,
        method: 'GET',
        path: '/stats/summary',
        query: new URLSearchParams(),
        headers: {},
        signal: late.signal,
      });
      if (response.kind !== 'stream' || response.status !== 200) return undefined;
      return readSummary(JSON.parse((await bufferStream(response)).text));
    } catch (error) {
      server.logger.debug('cannot scrape the usage of a node', { node: node.metadata.name, error });
      return undefined;
    } finally {
      cancel();
    }
  }
}

function isReady({ status }: Node): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false;
}

function isNode(object: KubeObject): object is Node {
  return object.kind === 'Node';
}
