import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { apiregistration } from '@kubemin/kubeapi/resources';
import type { APIService } from '@kubemin/kubeapi/types/apiregistration.v1';
import type { ServerParts } from '../handler/call.ts';
import { timestamp } from '../registry/object-metadata.ts';
import type { ServedResource } from '../registry/served-resource.ts';
import { ensureObject } from './ensured-object.ts';

const MANAGED = 'kube-aggregator.kubernetes.io/automanaged';
const RETRY_MS = 1000;

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

/** Keeps one APIService for each group version this server answers itself, as groups come and go. */
export class ApiServices {
  readonly #server: ServerParts;
  readonly #stops = new Set<() => void>();
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(server: ServerParts) {
    this.#server = server;
  }

  /** Resolves when the group versions of now have theirs; goes on with those to come. */
  async start(): Promise<void> {
    this.#stops.add(this.#server.resources.onChange(() => this.#nudge()));
    await this.#settle();
  }

  stop(): void {
    this.#stopped = true;
    for (const stop of this.#stops) stop();
    this.#stops.clear();
  }

  #nudge(): void {
    this.#again = true;
    this.#running ??= this.#work();
  }

  async #work(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.#settle();
      } catch (error) {
        if (this.#stopped) return;
        this.#server.logger.warn('API services could not be brought up to date, trying again', { error });
        const cancel = this.#server.clock.after(RETRY_MS, () => {
          this.#stops.delete(cancel);
          this.#nudge();
        });
        this.#stops.add(cancel);
      }
    }
    // In the same step as the last look at #again: a nudge between the two would be lost.
    this.#running = undefined;
  }

  async #settle(): Promise<void> {
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
      ...stale.map(async ({ metadata }) => {
        try {
          await registry.delete(services, { namespace: '', name: metadata.name ?? '' }, {});
        } catch (error) {
          if (!isStatusError(error, 'NotFound')) throw error;
        }
      }),
    ]);
  }
}

function localService({ group, version }: ServedResource['info'], now: string): KubeObject {
  const builtin = GROUP_PRIORITIES[group];
  const service: APIService = {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `${version}.${group}`, labels: { [MANAGED]: builtin === undefined ? 'true' : 'onstart' } },
    spec: {
      ...(group !== '' && { group }),
      version,
      groupPriorityMinimum: builtin ?? CUSTOM_GROUP_PRIORITY,
      versionPriority: builtin === undefined ? CUSTOM_VERSION_PRIORITY : (VERSION_PRIORITIES[version] ?? 1),
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
