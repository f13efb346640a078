import { TerminalError } from '@kubemin/base';
import { phaseMessages } from '../messages/index.ts';
import { componentName, type PhaseHandler, type PhaseView } from './phase-handler.ts';
import type { PhaseModel } from './phase-model.ts';
import type { PhaseObject } from './phase-object.ts';
import { findState, type PhaseResult, type PhaseState, phaseResult } from './phase-state.ts';
import type { PhasedObject } from './phased-object.ts';

/** The fields of all details. */
interface DetailHead {
  readonly phase: string;
  readonly result: PhaseResult;
}

/** One check with its nested checks. */
export interface PhaseCheck {
  readonly name: string;
  readonly description?: string;
  readonly result: PhaseResult;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly warning?: string;
  readonly error?: string;
  readonly checks?: readonly PhaseCheck[];
}

/** The result of one handler for one object. */
export interface ObjectResult {
  readonly result: PhaseResult;
  readonly warning?: string;
  readonly error?: string;
}

/** One object with the result of each handler. */
export interface ObjectRow {
  readonly id: string;
  readonly name?: string;
  readonly results: Readonly<Record<string, ObjectResult>>;
}

/** The objects of one group; '' for those without a group. */
export interface ObjectTable {
  readonly type: string;
  readonly handlers: readonly string[];
  readonly rows: readonly ObjectRow[];
}

/** A phase in detail, in the view of its handler. */
export type PhaseDetail =
  | (DetailHead & { readonly kind: 'none' })
  | (DetailHead & { readonly kind: 'checklist'; readonly checks: readonly PhaseCheck[] })
  | (DetailHead & { readonly kind: 'objectdetail'; readonly tables: readonly ObjectTable[] })
  | (DetailHead & {
      readonly kind: 'progress';
      readonly done: number;
      readonly total: number;
      readonly percent: number;
    });

/** The view of a handler, or the default of its kind. */
export function handlerView<R>({ view, kind }: PhaseHandler<R>): PhaseView {
  if (view !== undefined) return view;
  return kind === 'single' ? 'none' : kind === 'composite' ? 'checklist' : 'objectdetail';
}

/** One phase of an object in detail; throws PHASE_UNKNOWN for a phase without a handler. */
export function phaseDetail<R extends PhasedObject>(model: PhaseModel<R>, resource: R, phase: string): PhaseDetail {
  const { handler } = model.row(phase);
  if (handler === undefined) {
    const known = [...model.rows].filter(([, row]) => row.handler !== undefined).map(([name]) => name);
    const { plural } = model.definition.resource;
    const message = phaseMessages.phaseUnknown({ phase, plural, known: known.join(', ') });
    throw new TerminalError(message, { code: 'PHASE_UNKNOWN' });
  }
  const state = model.phaseState(resource, phase) ?? {};
  const head = { phase, result: phaseResult(state) };
  switch (handlerView(handler)) {
    case 'none':
      return { kind: 'none', ...head };
    case 'checklist':
      return { kind: 'checklist', ...head, checks: componentChecks(handler, state) };
    case 'objectdetail':
      return { kind: 'objectdetail', ...head, tables: objectTables(objectLists(handler, state, phase)) };
    case 'progress':
      return { kind: 'progress', ...head, ...phaseProgress(handler, state) };
  }
}

function componentChecks<R>(handler: PhaseHandler<R>, state: PhaseState): readonly PhaseCheck[] {
  return componentStates(handler, state).map((component) => {
    const inner = componentChecks(component.handler, component.state);
    const { startTime, endTime, warning, error } = component.state;
    return {
      name: component.name,
      ...(component.handler.description === undefined ? {} : { description: component.handler.description }),
      result: phaseResult(component.state),
      ...(startTime === undefined ? {} : { startTime }),
      ...(endTime === undefined ? {} : { endTime }),
      ...(warning === undefined ? {} : { warning }),
      ...(error === undefined ? {} : { error }),
      ...(inner.length === 0 ? {} : { checks: inner }),
    };
  });
}

interface ObjectList {
  readonly handler: string;
  readonly objects: readonly PhaseObject[];
}

/** Every list of objects in a tree, with the name of its handler. */
function objectLists<R>(handler: PhaseHandler<R>, state: PhaseState, name: string): readonly ObjectList[] {
  const own = state.objects === undefined ? [] : [{ handler: name, objects: state.objects }];
  const inner = componentStates(handler, state).flatMap((part) => objectLists(part.handler, part.state, part.name));
  return [...own, ...inner];
}

function objectTables(lists: readonly ObjectList[]): readonly ObjectTable[] {
  const types = new Set(lists.flatMap(({ objects }) => objects.map(({ group }) => group ?? '')));
  return [...types].map((type) => {
    const ofType = lists
      .map(({ handler, objects }) => ({ handler, objects: objects.filter(({ group }) => (group ?? '') === type) }))
      .filter(({ objects }) => objects.length > 0);
    return { type, handlers: ofType.map(({ handler }) => handler), rows: objectRows(ofType) };
  });
}

function objectRows(lists: readonly ObjectList[]): readonly ObjectRow[] {
  const rows = new Map<string, { name: string | undefined; results: Record<string, ObjectResult> }>();
  for (const { handler, objects } of lists) {
    for (const object of objects) {
      const row = rows.get(object.id) ?? { name: object.name, results: {} };
      row.results[handler] = objectResult(object);
      rows.set(object.id, row);
    }
  }
  return [...rows].map(([id, { name, results }]) => ({ id, ...(name === undefined ? {} : { name }), results }));
}

function objectResult({ done, startTime, warning, error }: PhaseObject): ObjectResult {
  const state: PhaseState = {
    ...(startTime === undefined ? {} : { startTime }),
    ...(done === true ? { done } : {}),
    ...(error === undefined ? {} : { failed: true, error }),
    ...(warning === undefined ? {} : { warning }),
  };
  const texts = { ...(warning === undefined ? {} : { warning }), ...(error === undefined ? {} : { error }) };
  return { result: phaseResult(state), ...texts };
}

interface Progress {
  readonly done: number;
  readonly total: number;
  readonly percent: number;
}

/** Counts objects if there are any, else leaf components. */
function phaseProgress<R>(handler: PhaseHandler<R>, state: PhaseState): Progress {
  const objects = objectLists(handler, state, '').flatMap((list) => list.objects);
  const parts = objects.length > 0 ? objects : leafStates(handler, state);
  const done = parts.filter((part) => part.done === true && part.error === undefined).length;
  const total = parts.length;
  return { done, total, percent: total === 0 ? 0 : Math.floor((done / total) * 100) };
}

function leafStates<R>(handler: PhaseHandler<R>, state: PhaseState): readonly PhaseState[] {
  const components = componentStates(handler, state);
  return components.length === 0 ? [state] : components.flatMap((part) => leafStates(part.handler, part.state));
}

interface Part<R> {
  readonly name: string;
  readonly handler: PhaseHandler<R>;
  readonly state: PhaseState;
}

function componentStates<R>(handler: PhaseHandler<R>, state: PhaseState): readonly Part<R>[] {
  if (handler.kind !== 'composite') return [];
  return handler.components.map((component, index) => {
    const name = componentName(component, index);
    return { name, handler: component, state: findState(state.state, name) ?? {} };
  });
}
