import { isLabelValue, type KubeObject, type ResourceInfo } from '@kubemin/kubeapi';
import type { MetadataChange } from './phase-store.ts';

/** Requests a reset from a failed terminal phase to the phase that failed; any value. */
export const RESET_ANNOTATION = 'kubemin.io/reset';

/** Requests to continue after a pause; any value. */
export const CONTINUE_ANNOTATION = 'kubemin.io/continue';

/** `<resource>:<phase>`: the machine of that resource (`*`: any) stops before that phase. */
export const BARRIER_ANNOTATION = 'reconciling-barrier';

/** The phase as a label, for selectors. */
export const PHASE_LABEL = 'phase';

/** Keeps a deleted object until its finaliser has run. */
export const ONGOING_FINALIZER = 'kubemin.io/ongoing';

/** An older name of the finalizer; other clusters reject it in new objects. */
const UNQUALIFIED_FINALIZER = 'ongoing';

/** Whether the object has this annotation, with any value. */
export function hasAnnotation(object: KubeObject, annotation: string): boolean {
  return object.metadata.annotations?.[annotation] !== undefined;
}

/** Whether the object has the finalizer of the machine. */
export function hasFinalizer(object: KubeObject): boolean {
  return (object.metadata.finalizers ?? []).some(isOwnFinalizer);
}

/** The change that removes the finalizer of the machine. */
export function finalizerRemoval(object: KubeObject): MetadataChange {
  return { finalizers: (object.metadata.finalizers ?? []).filter((finalizer) => !isOwnFinalizer(finalizer)) };
}

/** The missing label and finalizer of an object in this phase; undefined when none is missing. */
export function missingMetadata(object: KubeObject, phase: string, hold: boolean): MetadataChange | undefined {
  const { labels, finalizers = [] } = object.metadata;
  const mislabelled = isLabelValue(phase) && labels?.[PHASE_LABEL] !== phase;
  const loose = hold && !hasFinalizer(object);
  if (!mislabelled && !loose) return undefined;
  return {
    ...(mislabelled ? { labels: { [PHASE_LABEL]: phase } } : {}),
    ...(loose ? { finalizers: [...finalizers, ONGOING_FINALIZER] } : {}),
  };
}

/** Which part of a change the server has stored: admission may have removed some. */
export function keptMetadata(stored: KubeObject, { labels = {}, finalizers }: MetadataChange): 'all' | 'hold' | 'none' {
  if (finalizers !== undefined && !hasFinalizer(stored)) return 'none';
  const given = stored.metadata.labels ?? {};
  return Object.entries(labels).every(([name, value]) => given[name] === value) ? 'all' : 'hold';
}

/** Whether an annotation blocks this phase. */
export function hasBarrier(object: KubeObject, resource: ResourceInfo, phase: string): boolean {
  const barrier = object.metadata.annotations?.[BARRIER_ANNOTATION];
  const colon = barrier?.indexOf(':') ?? -1;
  if (barrier === undefined || colon < 0 || barrier.slice(colon + 1).trim() !== phase) return false;
  const activity = barrier.slice(0, colon).trim().toLowerCase();
  return ['*', resource.plural, resource.singular, resource.kind.toLowerCase()].includes(activity);
}

function isOwnFinalizer(finalizer: string): boolean {
  return finalizer === ONGOING_FINALIZER || finalizer === UNQUALIFIED_FINALIZER;
}
