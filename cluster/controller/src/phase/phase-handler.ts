import type { HandlerContext } from './handler-context.ts';
import type { HandlerResult } from './handler-result.ts';
import type { PhaseObject } from './phase-object.ts';
import type { PhaseState } from './phase-state.ts';

/** How a phase is shown in detail. */
export type PhaseView = 'none' | 'checklist' | 'objectdetail' | 'progress';

/** What a handler is called, in the status and on screens. */
export interface HandlerInfo {
  /** The key of a component's state, unique among its siblings. @default the name of its function */
  readonly name?: string;
  readonly description?: string;
  /** @default checklist for composites, objectdetail for handlers over objects, else none */
  readonly view?: PhaseView;
}

/**
 * Work that is one piece.
 *
 * The contract of all handlers: they are idempotent. A handler is called until it says done, and again after a crash
 * that hit between its work and the storing of its result; never twice at the same time for one object, and never
 * again once its end is stored. What it must remember in between goes into `checkpoint`, `objects` or `status`.
 */
export interface SingleHandler<R> extends HandlerInfo {
  readonly kind: 'single';
  handle(context: HandlerContext, resource: R, last: PhaseState): Promise<HandlerResult>;
}

/** Components one after the other, each stored before the next begins; or all at once, ended by the first error. */
export interface CompositeHandler<R> extends HandlerInfo {
  readonly kind: 'composite';
  readonly parallel: boolean;
  readonly components: readonly PhaseHandler<R>[];
}

/** Work on many items, a batch per call. */
export interface ObjectsHandler<R> extends HandlerInfo {
  readonly kind: 'objects';
  /** Called once, at first; the answer is stored before any item is handled. */
  list(context: HandlerContext, resource: R): Promise<readonly PhaseObject[]>;
  /** How many items without a group are handled at once; 0 means all. A group is always handled whole. */
  readonly batchSize: number;
  handle(context: HandlerContext, resource: R, batch: readonly PhaseObject[], last: PhaseState): Promise<HandlerResult>;
}

/** What is done in a phase: one piece of work, a tree of components, or a batch of items at a time. */
export type PhaseHandler<R> = SingleHandler<R> | CompositeHandler<R> | ObjectsHandler<R>;

/** A handler from one function. */
export function single<R>(name: string, handle: SingleHandler<R>['handle'], info: HandlerInfo = {}): SingleHandler<R> {
  return { ...info, kind: 'single', name, handle };
}

/** Components in order. */
export function serial<R>(name: string, ...components: readonly PhaseHandler<R>[]): CompositeHandler<R> {
  return { kind: 'composite', name, parallel: false, components };
}

/** Components side by side. */
export function parallel<R>(name: string, ...components: readonly PhaseHandler<R>[]): CompositeHandler<R> {
  return { kind: 'composite', name, parallel: true, components };
}

/** A handler over many items. */
export function forEachObject<R>(handler: Omit<ObjectsHandler<R>, 'kind'>): ObjectsHandler<R> {
  return { ...handler, kind: 'objects' };
}

/** A component's name: its own, else that of its function, else its place. */
export function componentName<R>(handler: PhaseHandler<R>, index: number): string {
  if (handler.name !== undefined) return handler.name;
  const called = handler.kind === 'composite' ? '' : handler.handle.name;
  // `handle` is what every method is called that was written in place.
  return called === '' || called === 'handle' ? `component-${index + 1}` : called;
}
