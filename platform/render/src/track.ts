import { LABEL, type Labels } from './managed-labels.ts';

/**
 * One of several versions of a component side by side. `stable` is the one there normally is; `canary` a few copies of
 * the next; `blue` and `green` take turns in blue-green updates.
 */
export type Track = 'stable' | 'canary' | 'blue' | 'green';

/** The label by which a Service is held to the pods of one track. */
export function trackLabel(track: Track): Labels {
  return { [LABEL.track]: track };
}
