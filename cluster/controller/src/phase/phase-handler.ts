import type { HandlerContext } from './handler-context.ts';
import type { HandlerResult } from './handler-result.ts';
import type { PhaseObject } from './phase-object.ts';
import type { PhaseState } from './phase-state.ts';

/** How the state of a handler is shown to people. */
export type PhaseView = 'none' | 'checklist' | 'objectdetail' | 'progress';

/** What a handler is called, in status and on screens. */
export interface HandlerInfo {
  /** Its key in the state of its parent. @default the phase for roots, the function's name otherwise */
  readonly name?: string;
  readonly description?: string;
  readonly view?: PhaseView;
}

/** Does the whole of a phase, or of a component, in one function. */
export interface SingleHandler<R> extends HandlerInfo {
  readonly kind: 'single';
  handle(context: HandlerContext, resource: R, last: PhaseState): Promise<HandlerResult>;
}

/** Does a phase as components, one after the other or all at once. */
export interface CompositeHandler<R> extends HandlerInfo {
  readonly kind: 'composite';
  readonly parallel: boolean;
  readonly components: readonly PhaseHandler<R>[];
}

/** Does a phase object by object, in batches. */
export interface ObjectsHandler<R> extends HandlerInfo {
  readonly kind: 'objects';
  list(context: HandlerContext, resource: R): Promise<readonly PhaseObject[]>;
  /** How many objects without a group one run gets; 0 for all. */
  readonly batchSize: number;
  handle(context: HandlerContext, resource: R, batch: readonly PhaseObject[], last: PhaseState): Promise<HandlerResult>;
}

/** What a machine does in a phase. */
export type PhaseHandler<R> = SingleHandler<R> | CompositeHandler<R> | ObjectsHandler<R>;
