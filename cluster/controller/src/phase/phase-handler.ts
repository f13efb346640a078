import type { HandlerContext } from './handler-context.ts';
import type { HandlerResult } from './handler-result.ts';
import type { PhaseObject } from './phase-object.ts';
import type { PhaseState } from './phase-state.ts';

/** How a phase is shown in detail. */
export type PhaseView = 'none' | 'checklist' | 'objectdetail' | 'progress';

/** Name and view of a handler. */
export interface HandlerInfo {
  /** The key of a component's state, unique among its siblings. @default the name of its function */
  readonly name?: string;
  readonly description?: string;
  /** @default checklist for composites, objectdetail for handlers over objects, else none */
  readonly view?: PhaseView;
}

/**
 * A single unit of work.
 *
 * The contract of all handlers: they are idempotent. A handler is called until it returns done, and again after a crash
 * between its work and the storing of its result; never concurrently for one object, and never again once its end is
 * stored. State between calls goes into `checkpoint`, `objects` or `status`.
 */
export interface SingleHandler<R> extends HandlerInfo {
  readonly kind: 'single';
  handle(context: HandlerContext, resource: R, last: PhaseState): Promise<HandlerResult>;
}

/** Components in series, each stored before the next starts; or in parallel, aborted by the first error. */
export interface CompositeHandler<R> extends HandlerInfo {
  readonly kind: 'composite';
  readonly parallel: boolean;
  readonly components: readonly PhaseHandler<R>[];
}

/** Work on many items, a batch per call. */
export interface ObjectsHandler<R> extends HandlerInfo {
  readonly kind: 'objects';
  /** Called once, at the start; the result is stored before any item is handled. */
  list(context: HandlerContext, resource: R): Promise<readonly PhaseObject[]>;
  /** How many items without a group are handled per call; 0 means all. A group is always handled as a whole. */
  readonly batchSize: number;
  handle(context: HandlerContext, resource: R, batch: readonly PhaseObject[], last: PhaseState): Promise<HandlerResult>;
}

/** The work of a phase: a single unit, a tree of components, or batches of items. */
export type PhaseHandler<R> = SingleHandler<R> | CompositeHandler<R> | ObjectsHandler<R>;

/** A handler with one function. */
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

/** The name of a component: its own, else that of its function, else its position. */
export function componentName<R>(handler: PhaseHandler<R>, index: number): string {
  if (handler.name !== undefined) return handler.name;
  const called = handler.kind === 'composite' ? '' : handler.handle.name;
  // Inline methods all have the name `handle`.
  return called === '' || called === 'handle' ? `component-${index + 1}` : called;
}
