import type { KubeObject } from '@kubemin/kubeapi';

/** The annotation that puts work on an object off: UNIX time in seconds. */
export const PAUSE_ANNOTATION = 'no-reconciling-before';

/** Until when, in ms, the object asks to be left alone; what is no number asks for nothing. */
export function pausedUntil(object: KubeObject, now: number): number | undefined {
  const written = object.metadata.annotations?.[PAUSE_ANNOTATION];
  if (written === undefined || !/^\d+(\.\d+)?$/.test(written)) return undefined;
  const until = Number(written) * 1000;
  return until > now ? until : undefined;
}
