import { objectKey } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import type { KeyPattern } from './key-pattern.ts';
import { isRoutedHere, type LabelRouting } from './label-routing.ts';

/** The objects that a controller reconciles, and until when they are paused. */
export interface ReconcileScope {
  /** Whether the key passes the filter of names. */
  admitsKey(key: string): boolean;
  /** Whether the object passes: by its key and by its labels. */
  admits(object: KubeObject): boolean;
  /** The end of the pause of the object, by the wall clock in ms; undefined when it is not paused. */
  pausedUntil(object: KubeObject, now: number): number | undefined;
}

/** The limits of a scope. */
export interface ScopeOptions {
  /** @default all keys */
  readonly keys?: KeyPattern | undefined;
  readonly routing: LabelRouting;
}

/** The scope with these limits. */
export function createScope({ keys, routing }: ScopeOptions): ReconcileScope {
  const admitsKey = (key: string): boolean => keys?.matches(key) ?? true;
  return {
    admitsKey,
    admits: (object) => isRoutedHere(object, routing) && (keys === undefined || admitsKey(objectKey(object))),
    pausedUntil: readPausedUntil,
  };
}

/** The annotation that pauses an object until a UNIX time in seconds. */
export const PAUSE_ANNOTATION = 'no-reconciling-before';

/** The end of the pause in ms; a value that is not a number is ignored. */
function readPausedUntil(object: KubeObject, now: number): number | undefined {
  const written = object.metadata.annotations?.[PAUSE_ANNOTATION];
  if (written === undefined || !/^\d+(\.\d+)?$/.test(written)) return undefined;
  const until = Number(written) * 1000;
  return until > now ? until : undefined;
}
