import type { Message } from '@kubemin/base/message';
import type { UpdateStrategy } from '@kubemin/model';
import type { RenderedObject, Track } from '../object/index.ts';
import type { ObjectName } from './object-key.ts';

/** What must hold before an update goes on. */
export type Gate =
  /** The object runs what was applied, whole. */
  | { readonly kind: 'ready'; readonly object: ObjectName }
  /** Some time has passed; the update can be aborted until then. */
  | { readonly kind: 'pause'; readonly seconds: number }
  /** A user has approved. */
  | { readonly kind: 'approve'; readonly question: Message };

/** One stage of an update: apply in order, then pass all gates in order, then remove in order. Repeating it is harmless. */
export interface UpdatePhase {
  /** Unique in its plan; stays the same for the same update. */
  readonly name: string;
  readonly apply: readonly RenderedObject[];
  readonly gates: readonly Gate[];
  readonly remove: readonly ObjectName[];
}

/** How one component gets from one rendering to another. */
export interface UpdatePlan {
  /** The strategy that is followed: `rolling` where the wanted one has nothing to do. */
  readonly strategy: UpdateStrategy;
  readonly phases: readonly UpdatePhase[];
  /** Brings back the previous rendering from wherever in `phases` the update was given up. */
  readonly abort: readonly UpdatePhase[];
  /** What the cluster holds of the component when all phases are done. */
  readonly outcome: readonly RenderedObject[];
  /** The track the component is on then; to be kept and given to the renderer from then on. */
  readonly track: Track;
}
