import { deepEqual, invalid, type KubeObject } from '@kubemin/kubeapi';
import { changedMetadata, metadataProblems } from './object-metadata.ts';
import type { ServedResource } from './served-resource.ts';

/** Which part of the object a write is for: everything but status, status alone, or what a subresource selects. */
export type UpdateTarget = 'main' | 'status' | 'whole';

/** A change before it is checked. */
export interface Update {
  readonly sent: KubeObject;
  readonly current: KubeObject;
  readonly target: UpdateTarget;
}

/** The state an update leads to, checked; equal to the current one when nothing changes. */
export function planUpdate(resource: ServedResource, update: Update): KubeObject {
  const { sent, current, target } = update;
  if (target === 'status') return planStatus(resource, sent, current);
  if (target === 'whole') return sent;
  const { strategy } = resource;
  const metadata = changedMetadata(sent.metadata, current.metadata);
  const merged = resource.hasStatus ? withStatusFrom({ ...sent, metadata }, current) : { ...sent, metadata };
  const defaulted = strategy.defaults?.(merged) ?? merged;
  const next = strategy.prepareForUpdate?.(defaulted, current) ?? defaulted;
  const problems = [
    ...metadataProblems(resource, next),
    ...(strategy.validate?.(next) ?? []),
    ...(strategy.validateUpdate?.(next, current) ?? []),
  ];
  if (problems.length > 0) throw invalid(resource.info, current.metadata.name ?? '', problems);
  return countGeneration(resource, next, current);
}

function planStatus(resource: ServedResource, sent: KubeObject, current: KubeObject): KubeObject {
  const { strategy } = resource;
  const next = withStatusFrom(strategy.statusAnnotations === true ? annotatedAs(current, sent) : current, sent);
  const problems = [
    ...(next.metadata === current.metadata ? [] : metadataProblems(resource, next)),
    ...(strategy.validateStatus?.(next, current) ?? []),
  ];
  if (problems.length > 0) throw invalid(resource.info, current.metadata.name ?? '', problems);
  return next;
}

/** The object with the annotations of another state of it. */
function annotatedAs(object: KubeObject, { metadata: { annotations } }: KubeObject): KubeObject {
  if (deepEqual(object.metadata.annotations, annotations)) return object;
  const { annotations: _, ...metadata } = object.metadata;
  return { ...object, metadata: annotations === undefined ? metadata : { ...metadata, annotations } };
}

/** Whether this update takes away the last thing that held an object that was to be deleted. */
export function isReleased(resource: ServedResource, next: KubeObject, current: KubeObject): boolean {
  if (current.metadata.deletionTimestamp === undefined) return false;
  if ((next.metadata.deletionGracePeriodSeconds ?? 0) > 0) return false;
  return isFree(resource, next) && !isFree(resource, current);
}

/** Whether nothing holds the object back from going. */
export function isFree(resource: ServedResource, object: KubeObject): boolean {
  return (object.metadata.finalizers?.length ?? 0) === 0 && resource.strategy.holdsDeletion?.(object) !== true;
}

function countGeneration(resource: ServedResource, next: KubeObject, current: KubeObject): KubeObject {
  if (!resource.countsGenerations || sameDesiredState(next, current, resource.hasStatus)) return next;
  const generation = (current.metadata.generation ?? 0) + 1;
  return { ...next, metadata: { ...next.metadata, generation } };
}

/** The object with its status taken from another state of it. */
function withStatusFrom(object: KubeObject, source: KubeObject): KubeObject {
  const status = objectStatus(source);
  if (status !== undefined) return { ...object, ...{ status } };
  if (objectStatus(object) === undefined) return object;
  const { status: _, ...rest } = { status: undefined, ...object };
  return rest;
}

/** Whether two states are the same in what the user asks for: everything but metadata and status, where that is apart. */
function sameDesiredState(a: KubeObject, b: KubeObject, statusApart: boolean): boolean {
  return deepEqual(desiredState(a), desiredState(b)) && (statusApart || deepEqual(objectStatus(a), objectStatus(b)));
}

function objectStatus(object: KubeObject): unknown {
  return 'status' in object ? object.status : undefined;
}

function desiredState(object: KubeObject): unknown {
  const { metadata: _m, status: _s, ...desired } = { status: undefined, ...object };
  return desired;
}
