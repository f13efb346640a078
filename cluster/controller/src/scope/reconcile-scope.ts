import { objectKey } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import type { KeyPattern } from './key-pattern.ts';
import { isRoutedHere, type LabelRouting } from './label-routing.ts';

/** Which objects a controller works on; the rest of the world belongs to somebody else, or to a later hour. */
export interface ReconcileScope {
  /** Whether the key passes the filter of names. */
  admitsKey(key: string): boolean;
  /** Whether the object passes: by its key and by its labels. */
  admits(object: KubeObject): boolean;
  /** The moment, by the wall clock in ms, before which the object is to be left alone; undefined when it is not. */
  pausedUntil(object: KubeObject, now: number): number | undefined;
}

/** What limits a scope. */
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

/** The annotation that puts work on an object off: UNIX time in seconds. */
export const PAUSE_ANNOTATION = 'no-reconciling-before';

/** Until when, in ms, the object asks to be left alone; what is no number asks for nothing. */
function readPausedUntil(object: KubeObject, now: number): number | undefined {
  const written = object.metadata.annotations?.[PAUSE_ANNOTATION];
  if (written === undefined || !/^\d+(\.\d+)?$/.test(written)) return undefined;
  const until = Number(written) * 1000;
  return until > now ? until : undefined;
}
