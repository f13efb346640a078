import type { KubeObject } from '@kubemin/kubeapi';
import type { Deployment } from '@kubemin/kubeapi/types/apps.v1';
import type { HorizontalPodAutoscaler } from '@kubemin/kubeapi/types/autoscaling.v2';
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import { LABEL, type Labels } from './managed-labels.ts';
import { shortened } from './object-name.ts';
import type { RenderedObject } from './rendered-object.ts';
import { isAutoscaler, isDeployment } from './workload.ts';

/** The versions of a component that can be side by side. */
export const TRACKS = ['stable', 'canary', 'blue', 'green'] as const;

/**
 * One of several versions of a component side by side. `stable` is the one there normally is; `canary` a few copies of
 * the next; `blue` and `green` take turns in blue-green updates.
 */
export type Track = (typeof TRACKS)[number];

/** The label by which a Service is held to the pods of one track. */
export function trackLabel(track: Track): Labels {
  return { [LABEL.track]: track };
}

/** The track a Deployment's pods are on; undefined for pods that are on none. */
function deploymentTrack(deployment: Deployment): Track | undefined {
  const label = deployment.spec?.template.metadata?.labels?.[LABEL.track];
  return TRACKS.find((track) => track === label);
}

/** Where the next version goes while the present one serves. */
export function otherTrack(track: Track): Track {
  return track === 'green' ? 'blue' : 'green';
}

/**
 * A component's objects with its Deployment, rendered for the stable track, on another one; whatever scales it follows.
 * All else stays, Services among it: they select by component and serve whichever track is there.
 */
export function onTrack<T extends { readonly object: KubeObject }>(entries: readonly T[], track: Track): readonly T[] {
  if (track === 'stable') return entries;
  const names = new Map<string, string>();
  for (const { object } of entries) {
    if (!isDeployment(object) || deploymentTrack(object) !== 'stable') continue;
    names.set(object.metadata.name ?? '', shortened(`${object.metadata.name}-${track}`));
  }
  return entries.map((entry) => ({ ...entry, object: moved(entry.object, track, names) }));
}

function moved(object: KubeObject, track: Track, names: ReadonlyMap<string, string>): KubeObject {
  if (isAutoscaler(object)) return retargeted(object, names);
  const name = names.get(object.metadata.name ?? '');
  return name === undefined || !isDeployment(object) ? object : deploymentOnTrack(object, name, track);
}

function deploymentOnTrack(deployment: Deployment, name: string, track: Track): Deployment {
  const { metadata, spec } = deployment;
  if (spec === undefined) return deployment;
  const { selector, template } = spec;
  return {
    ...deployment,
    metadata: { ...metadata, name },
    spec: {
      ...spec,
      selector: { ...selector, matchLabels: { ...selector.matchLabels, ...trackLabel(track) } },
      template: {
        ...template,
        metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...trackLabel(track) } },
      },
    },
  };
}

function retargeted(scaler: HorizontalPodAutoscaler, names: ReadonlyMap<string, string>): HorizontalPodAutoscaler {
  const { spec } = scaler;
  const name = names.get(spec?.scaleTargetRef.name ?? '');
  if (spec === undefined || name === undefined) return scaler;
  return { ...scaler, spec: { ...spec, scaleTargetRef: { ...spec.scaleTargetRef, name } } };
}

/** A Service that serves the pods of one track alone. */
export function pinned(service: Service, track: Track): Service {
  const { spec } = service;
  if (spec?.selector === undefined) return service;
  return { ...service, spec: { ...spec, selector: { ...spec.selector, ...trackLabel(track) } } };
}

/** The track a rendering of a component is on. */
export function currentTrack(objects: readonly RenderedObject[]): Track {
  const tracks = objects.flatMap(({ object }) => (isDeployment(object) ? (deploymentTrack(object) ?? []) : []));
  return tracks[0] ?? 'stable';
}
