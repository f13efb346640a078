import { ownEntry } from '@kubemin/base';
import { ignoreNotFound, type KubeObject, timestamp } from '@kubemin/kubeapi';
import { apiregistration } from '@kubemin/kubeapi/resources';
import type { APIService } from '@kubemin/kubeapi/types/apiregistration.v1';
import type { ServedResource, ServerParts } from '../../registry/index.ts';
import { ensureObject } from './ensure-object.ts';
import { KeyedRetryLoop } from './keyed-retry-loop.ts';

const MANAGED = 'kube-aggregator.kubernetes.io/automanaged';
/** They are brought up to date together. */
const ALL = 'all';

/** What comes first where clients must choose; groups of custom resources come after all of these. */
const GROUP_PRIORITIES: Readonly<Record<string, number>> = {
  '': 18_000,
  'apiregistration.k8s.io': 20_000,
  apps: 17_800,
  'events.k8s.io': 17_750,
  'authentication.k8s.io': 17_700,
  'authorization.k8s.io': 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  'certificates.k8s.io': 17_300,
  'networking.k8s.io': 17_200,
  policy: 17_100,
  'rbac.authorization.k8s.io': 17_000,
  'storage.k8s.io': 16_800,
  'admissionregistration.k8s.io': 16_700,
  'apiextensions.k8s.io': 16_700,
  'scheduling.k8s.io': 16_600,
  'coordination.k8s.io': 16_500,
  'node.k8s.io': 16_300,
  'discovery.k8s.io': 16_200,
  'flowcontrol.apiserver.k8s.io': 16_100,
  'resource.k8s.io': 15_900,
};
const CUSTOM_GROUP_PRIORITY = 1000;
const CUSTOM_VERSION_PRIORITY = 100;
const VERSION_PRIORITIES: Readonly<Record<string, number>> = { v1: 15, v2: 30 };

/** Whether a group belongs to Kubernetes: no other server can take it over. */
export function isBuiltinGroup(group: string): boolean {
  return ownEntry(GROUP_PRIORITIES, group) !== undefined;
}

/** Keeps one APIService for each group version that this server serves, as groups are added and removed. */
export class ApiServices {
  readonly #server: ServerParts;
  readonly #retryLoop: KeyedRetryLoop;
  #stopListening: () => void = () => undefined;

  constructor(server: ServerParts) {
    this.#server = server;
    this.#retryLoop = new KeyedRetryLoop({
      clock: server.clock,
      logger: server.logger,
      failureMessage: 'API services could not be brought up to date',
      reconcile: () => this.#reconcile(),
    });
  }

  /** Resolves when the group versions of now have theirs; goes on with those to come. */
  async start(): Promise<void> {
    this.#stopListening = this.#server.resources.onChange(() => this.#retryLoop.enqueue(ALL));
    await this.#reconcile();
  }

  stop(): void {
    this.#retryLoop.stop();
    this.#stopListening();
  }

  async #reconcile(): Promise<void> {
    const { resources, cache, registry, clock } = this.#server;
    const services = resources.find(apiregistration.v1.apiservices);
    if (services === undefined) return;
    const wanted = new Map(resources.all().map(({ info }) => [`${info.version}.${info.group}`, info]));
    const stale = [...cache.collection(services.collection).list(undefined)].filter(
      ({ metadata }) => metadata.labels?.[MANAGED] !== undefined && !wanted.has(metadata.name ?? ''),
    );
    const now = timestamp(clock.now());
    await Promise.all([
      ...[...wanted.values()].map((info) => ensureObject(this.#server, services.info, localService(info, now))),
      ...stale.map(({ metadata }) =>
        ignoreNotFound(registry.delete(services, { namespace: '', name: metadata.name ?? '' }, {})),
      ),
    ]);
  }
}

function localService({ group, version }: ServedResource['info'], now: string): KubeObject {
  const builtin = ownEntry(GROUP_PRIORITIES, group);
  const service: APIService = {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `${version}.${group}`, labels: { [MANAGED]: builtin === undefined ? 'true' : 'onstart' } },
    spec: {
      ...(group !== '' && { group }),
      version,
      groupPriorityMinimum: builtin ?? CUSTOM_GROUP_PRIORITY,
      versionPriority: builtin === undefined ? CUSTOM_VERSION_PRIORITY : (ownEntry(VERSION_PRIORITIES, version) ?? 1),
    },
    status: {
      conditions: [
        {
          type: 'Available',
          status: 'True',
          reason: 'Local',
          message: 'Local APIServices are always available',
          lastTransitionTime: now,
        },
      ],
    },
  };
  return service;
}
