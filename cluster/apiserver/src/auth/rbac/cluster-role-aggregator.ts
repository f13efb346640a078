import { deepEqual, isStatusError, type KubeObject, labelSelectorFromObject } from '@kubemin/kubeapi';
import { rbac } from '@kubemin/kubeapi/resources';
import type { ClusterRole, PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import type { ServedResource, ServerParts } from '../../registry/index.ts';
import type { Collection } from '../../storage/index.ts';

const RETRY_MS = 1000;

/**
 * Keeps the rules of roles with an aggregationRule equal to those of the roles they select. In the server, because one
 * that runs alone has no controllers; a controller beside it comes to the same rules.
 */
export class ClusterRoleAggregator {
  readonly #server: ServerParts;
  readonly #resource: ServedResource;
  readonly #roles: Collection;
  #stopListening: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();
  #wanted = false;
  #stopped = false;

  private constructor(server: ServerParts, resource: ServedResource) {
    this.#server = server;
    this.#resource = resource;
    this.#roles = server.cache.collection(resource.collection);
  }

  /** Resolves when every aggregated role is up to date, with how to stop. */
  static async start(server: ServerParts): Promise<() => Promise<void>> {
    const resource = server.resources.find(rbac.v1.clusterroles);
    if (resource === undefined) return async () => undefined;
    const aggregator = new ClusterRoleAggregator(server, resource);
    aggregator.#stopListening = aggregator.#roles.listen(undefined, { onEvent: () => aggregator.#nudge() });
    aggregator.#nudge();
    await aggregator.#settled();
    return () => aggregator.#stop();
  }

  #nudge(): void {
    const idle = !this.#wanted;
    this.#wanted = true;
    if (idle) this.#running = this.#running.then(() => this.#run());
  }

  /** A role that gathers from a role that gathers needs a second run. */
  async #settled(): Promise<void> {
    let last: Promise<void> | undefined;
    while (last !== this.#running) {
      last = this.#running;
      await last;
    }
  }

  async #run(): Promise<void> {
    // Changes that come while roles are written ask for another run.
    this.#wanted = false;
    if (this.#stopped) return;
    try {
      for (const role of [...this.#roles.list(undefined)]) await this.#aggregate(role);
    } catch (error) {
      this.#server.logger.warn('cluster roles could not be aggregated, trying again', { error });
      this.#server.clock.after(RETRY_MS, () => this.#nudge());
    }
  }

  async #aggregate(role: KubeObject): Promise<void> {
    if (!isClusterRole(role) || role.aggregationRule === undefined) return;
    const rules = this.#gathered(role);
    if (this.#stopped || deepEqual(rules, role.rules ?? [])) return;
    const place = { namespace: '', name: role.metadata.name ?? '' };
    try {
      await this.#server.registry.update(this.#resource, place, (current) => ({ ...current, ...{ rules } }));
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
    }
  }

  #gathered(aggregated: ClusterRole): readonly PolicyRule[] {
    const selectors = (aggregated.aggregationRule?.clusterRoleSelectors ?? []).map(labelSelectorFromObject);
    const rules: PolicyRule[] = [];
    const seen = new Set<string>();
    for (const role of this.#roles.list(undefined)) {
      if (!isClusterRole(role) || role.metadata.name === aggregated.metadata.name) continue;
      if (!selectors.some((selector) => selector.matches(role.metadata.labels ?? {}))) continue;
      for (const rule of role.rules ?? []) {
        const key = JSON.stringify(rule);
        if (!seen.has(key)) rules.push(rule);
        seen.add(key);
      }
    }
    return rules;
  }

  async #stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening();
    await this.#running;
  }
}

function isClusterRole(object: KubeObject): object is ClusterRole {
  return object.kind === 'ClusterRole';
}
