import type { Comparison } from './comparison.ts';
import { FieldSet } from './field-set.ts';
import { fieldElement } from './path-element.ts';

/** Which fields a kind of write can own at all: what it cannot change it does not own. */
export interface OwnershipScope {
  /** Everything below these is left out. */
  readonly without?: FieldSet;
  /** Only what lies below these is looked at. */
  readonly within?: FieldSet;
}

/** Fields that the server decides or that only name the object: they have no owner. What lies below them is not meant. */
export const UNOWNED_FIELDS: FieldSet = FieldSet.fromPaths(
  [
    ['apiVersion'],
    ['kind'],
    ['metadata'],
    ...[
      'name',
      'namespace',
      'creationTimestamp',
      'selfLink',
      'uid',
      'clusterName',
      'generation',
      'managedFields',
      'resourceVersion',
    ].map((name) => ['metadata', name]),
  ].map((path) => path.map(fieldElement)),
);

/** The part of a set that lies in the scope. */
export function limitToScope(set: FieldSet, { within, without }: OwnershipScope): FieldSet {
  const inside = within === undefined ? set : set.within(within);
  return without === undefined ? inside : inside.without(without);
}

/** The part of a comparison that lies in the scope. */
export function limitChangesToScope({ added, removed, modified }: Comparison, scope: OwnershipScope): Comparison {
  return {
    added: limitToScope(added, scope),
    removed: limitToScope(removed, scope),
    modified: limitToScope(modified, scope),
  };
}

/** The part of a set that a manager can own. */
export function ownableFields(set: FieldSet, scope: OwnershipScope): FieldSet {
  return limitToScope(set, scope).difference(UNOWNED_FIELDS);
}

/** The object's status and everything in it. */
export const STATUS_FIELDS: FieldSet = FieldSet.fromPaths([[fieldElement('status')]]);

/** The same, with the annotations of kinds that take them along with the status. */
export const ANNOTATED_STATUS_FIELDS: FieldSet = FieldSet.fromPaths(
  [['status'], ['metadata', 'annotations']].map((path) => path.map(fieldElement)),
);
