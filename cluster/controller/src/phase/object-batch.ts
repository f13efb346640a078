import { ProgrammingError, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { HandlerResult } from './handler-result.ts';
import { type NodeOutcome, nodeOutcome } from './node-outcome.ts';
import type { ObjectsHandler } from './phase-handler.ts';
import type { PhaseObject } from './phase-object.ts';
import type { PhaseState } from './phase-state.ts';
import type { HandlerRun } from './run-handler.ts';

/** The objects are stored in the status, and the API rejects objects larger than 1.5 MiB. */
const MAX_OBJECTS = 5000;
const MAX_NAMED = 5;

/** Lists the items in the first run, then handles one batch per run. */
export async function runObjects<R>(
  handler: ObjectsHandler<R>,
  last: PhaseState,
  run: HandlerRun<R>,
): Promise<NodeOutcome> {
  const startTime = last.startTime ?? run.now();
  const result = await run.callHandler(() =>
    last.objects === undefined ? listObjects(handler, run) : handleBatch(handler, last, last.objects, run),
  );
  return nodeOutcome(last, result, { startTime, now: run.now(), isFatal: run.isFatal });
}

/** The next items: all unfinished ones of a group, or without a group as many as fit into a batch. */
export function nextBatch(objects: readonly PhaseObject[], batchSize: number): readonly PhaseObject[] {
  const unfinished = objects.filter((object) => object.done !== true);
  const group = unfinished[0]?.group;
  const together = unfinished.filter((object) => object.group === group);
  return group === undefined && batchSize > 0 ? together.slice(0, batchSize) : together;
}

async function listObjects<R>(handler: ObjectsHandler<R>, run: HandlerRun<R>): Promise<HandlerResult> {
  const objects = await handler.list(run.context, run.resource);
  if (objects.length > MAX_OBJECTS) {
    throw new ProgrammingError(
      `the handler listed ${objects.length} objects; at most ${MAX_OBJECTS} fit into a status: combine items into one object with a checkpoint`,
      'PHASE_OBJECTS_TOO_MANY',
    );
  }
  const ids = new Set(objects.map(({ id }) => id));
  if (ids.size < objects.length) {
    throw new ProgrammingError(
      'the handler listed two objects with the same id; ids must be unique within a handler',
      'PHASE_OBJECT_TWICE',
    );
  }
  return objects.length === 0 ? { done: true, objects } : { done: false, updated: true, objects, requeueAfterMs: 0 };
}

async function handleBatch<R>(
  handler: ObjectsHandler<R>,
  last: PhaseState,
  objects: readonly PhaseObject[],
  run: HandlerRun<R>,
): Promise<HandlerResult> {
  const batch = nextBatch(objects, handler.batchSize);
  if (batch.length === 0) return finishBatch(objects, {});
  const began = run.now();
  const result = await run.callHandler(() => handler.handle(run.context, run.resource, batch, last));
  const known = new Set(objects.map(({ id }) => id));
  const unknown = result.objects?.find(({ id }) => !known.has(id));
  if (unknown !== undefined) {
    throw new ProgrammingError(
      `the handler returned object "${unknown.id}", which is not among those it listed`,
      'PHASE_OBJECT_UNKNOWN',
    );
  }
  const merged = mergeObjects(objects, batch, { result, began, now: run.now() });
  const { error } = result;
  if (error !== undefined) return { ...result, objects: merged };
  if (merged.every((object) => object.done === true)) return finishBatch(merged, result);
  const completed = countDone(merged) > countDone(objects);
  const moved = completed || result.updated === true || checkpoints(merged) !== checkpoints(objects);
  const requeueAfterMs = result.requeueAfterMs ?? (moved ? 0 : undefined);
  return {
    ...result,
    done: false,
    updated: moved,
    objects: merged,
    ...(requeueAfterMs === undefined ? {} : { requeueAfterMs }),
  };
}

interface BatchEnd {
  readonly result: HandlerResult;
  readonly began: string;
  readonly now: string;
}

function mergeObjects(
  objects: readonly PhaseObject[],
  batch: readonly PhaseObject[],
  { result, began, now }: BatchEnd,
): readonly PhaseObject[] {
  const inBatch = new Set(batch.map(({ id }) => id));
  const changes = new Map((result.objects ?? []).map((object) => [object.id, object]));
  return objects.map((object) => {
    const change = changes.get(object.id);
    if (object.done === true || (change === undefined && !inBatch.has(object.id))) return object;
    const whole = result.done && result.error === undefined && change === undefined;
    const done = whole || change?.done === true;
    return {
      ...object,
      ...change,
      startTime: object.startTime ?? change?.startTime ?? began,
      ...(done ? { done, endTime: change?.endTime ?? now } : {}),
    };
  });
}

/** All items are done: the phase fails if one of them failed. */
function finishBatch(objects: readonly PhaseObject[], result: Partial<HandlerResult>): HandlerResult {
  const failed = objects.filter(({ error }) => error !== undefined);
  if (failed.length > 0) {
    const named = failed.slice(0, MAX_NAMED).map(({ id, error }) => `${id}: ${error}`);
    const more = failed.length > named.length ? ` and ${failed.length - named.length} more` : '';
    const message = `${failed.length} of ${objects.length} objects failed: ${named.join('; ')}${more}`;
    return {
      ...result,
      done: false,
      objects,
      error: new TerminalError(verbatim(message), { code: 'PHASE_OBJECTS_FAILED' }),
    };
  }
  const warned = objects.find(({ warning }) => warning !== undefined);
  const warning = result.warning ?? warned?.warning;
  return { ...result, done: true, objects, ...(warning === undefined ? {} : { warning }) };
}

function countDone(objects: readonly PhaseObject[]): number {
  return objects.filter(({ done }) => done === true).length;
}

function checkpoints(objects: readonly PhaseObject[]): string {
  return JSON.stringify(objects.map(({ checkpoint }) => checkpoint));
}
