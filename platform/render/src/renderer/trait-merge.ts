import type { PersistentVolumeClaim, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { joinSettings } from './pod-settings.ts';
import type { ContainerChanges, TraitResult } from './trait-renderer.ts';

/** Joins the results of several traits, in processing order, into one. */
export function mergeResults(results: readonly TraitResult[]): TraitResult {
  const serviceAccountName = firstGiven(results.map((result) => result.serviceAccountName));
  const automount = firstGiven(results.map((result) => result.automountServiceAccountToken));
  const service = firstGiven(results.map((result) => result.service));
  const replicas = firstGiven(results.map((result) => result.replicas));
  const schedule = firstGiven(results.map((result) => result.schedule));
  return {
    initContainers: results.flatMap((result) => result.initContainers ?? []),
    containers: results.flatMap((result) => result.containers ?? []),
    volumes: firstOfEach(
      results.flatMap((result) => result.volumes ?? []),
      (volume) => volume.name,
    ),
    claimTemplates: firstOfEach(
      results.flatMap((result) => result.claimTemplates ?? []),
      (claim: PersistentVolumeClaim) => claim.metadata.name ?? '',
    ),
    changes: mergeChanges(results),
    objects: results.flatMap((result) => result.objects ?? []),
    pod: joinSettings({}, ...results.map((result) => result.pod ?? {})),
    ...(serviceAccountName === undefined ? {} : { serviceAccountName }),
    ...(automount === undefined ? {} : { automountServiceAccountToken: automount }),
    ...(service === undefined ? {} : { service }),
    ...(replicas === undefined ? {} : { replicas }),
    ...(schedule === undefined ? {} : { schedule }),
  };
}

/** A pod with a merged result applied. The pod's own service account stays. */
export function applyResult(pod: PodSpec, result: TraitResult): PodSpec {
  // A claim template becomes a volume of the same name; a volume beside it would hide it.
  const templated = new Set((result.claimTemplates ?? []).map((claim) => claim.metadata.name));
  const volumes = firstOfEach([...(pod.volumes ?? []), ...(result.volumes ?? [])], (volume) => volume.name).filter(
    (volume) => !templated.has(volume.name),
  );
  const initContainers = [...(pod.initContainers ?? []), ...(result.initContainers ?? [])];
  const serviceAccountName = pod.serviceAccountName ?? result.serviceAccountName;
  const automount = pod.automountServiceAccountToken ?? result.automountServiceAccountToken;
  const changed = (container: PodSpec['containers'][number]) => change(container, result.changes?.[container.name]);
  return {
    ...joinSettings(pod, result.pod ?? {}),
    containers: [...pod.containers, ...(result.containers ?? [])].map(changed),
    ...(initContainers.length === 0 ? {} : { initContainers: initContainers.map(changed) }),
    ...(volumes.length === 0 ? {} : { volumes }),
    ...(serviceAccountName === undefined ? {} : { serviceAccountName }),
    ...(automount === undefined ? {} : { automountServiceAccountToken: automount }),
  };
}

function change(container: PodSpec['containers'][number], changes: ContainerChanges = {}) {
  const { volumeMounts = [], env = [], envFrom = [], ...replaced } = changes;
  const mounts = firstOfEach([...(container.volumeMounts ?? []), ...volumeMounts], (mount) => mount.mountPath);
  const variables = lastOfEach([...(container.env ?? []), ...env], (variable) => variable.name);
  const sources = [...(container.envFrom ?? []), ...envFrom];
  return {
    ...container,
    ...replaced,
    ...(variables.length === 0 ? {} : { env: variables }),
    ...(sources.length === 0 ? {} : { envFrom: sources }),
    ...(mounts.length === 0 ? {} : { volumeMounts: mounts }),
  };
}

function mergeChanges(results: readonly TraitResult[]): Readonly<Record<string, ContainerChanges>> {
  const merged = new Map<string, ContainerChanges>();
  for (const [name, next] of results.flatMap((result) => Object.entries(result.changes ?? {}))) {
    const before = merged.get(name) ?? {};
    merged.set(name, {
      ...before,
      ...next,
      volumeMounts: [...(before.volumeMounts ?? []), ...(next.volumeMounts ?? [])],
      env: [...(before.env ?? []), ...(next.env ?? [])],
      envFrom: [...(before.envFrom ?? []), ...(next.envFrom ?? [])],
    });
  }
  return Object.fromEntries(merged);
}

function firstGiven<T>(values: readonly (T | undefined)[]): T | undefined {
  return values.find((value) => value !== undefined);
}

function firstOfEach<T>(list: readonly T[], keyOf: (entry: T) => string): readonly T[] {
  const byKey = new Map<string, T>();
  for (const entry of list) if (!byKey.has(keyOf(entry))) byKey.set(keyOf(entry), entry);
  return [...byKey.values()];
}

/** Later entries replace earlier ones and stand where the later one stood, as `$(NAME)` looks back only. */
function lastOfEach<T>(list: readonly T[], keyOf: (entry: T) => string): readonly T[] {
  return firstOfEach(list.toReversed(), keyOf).toReversed();
}
