import { TerminalError } from '@kubemin/base';
import { isJsonArray, isJsonObject } from '@kubemin/kubeapi';
import { phaseMessages } from '../messages/index.ts';
import type { HandlerContext } from './handler-context.ts';
import type { ObjectsHandler } from './phase-handler.ts';
import type { PhaseObject } from './phase-object.ts';

/** Where a resource lists the items to process. Paths are field names separated by dots; `.` is the item itself. */
export interface ObjectPaths {
  /** The path of the list in the resource: `spec.databases`. */
  readonly items: string;
  /** Relative to an item, like the following. */
  readonly id: string;
  readonly name?: string;
  readonly group?: string;
}

/** A `list` function for items in the resource itself. A missing list is empty. */
export function listObjectsAt<R>(paths: ObjectPaths): ObjectsHandler<R>['list'] {
  return async (_context: HandlerContext, resource: R) => {
    const items = valueAt(resource, paths.items) ?? [];
    if (!isJsonArray(items)) {
      throw new TerminalError(phaseMessages.notAList({ path: paths.items }), { code: 'PHASE_OBJECTS_NO_LIST' });
    }
    return items.map((item, index) => toPhaseObject(item, paths, `${paths.items}[${index}]`));
  };
}

function toPhaseObject(item: unknown, { id, name, group }: ObjectPaths, place: string): PhaseObject {
  const found = textAt(item, id);
  if (found === undefined) {
    const message = id === '.' ? phaseMessages.itemNoText({ place }) : phaseMessages.itemNoId({ place, field: id });
    throw new TerminalError(message, { code: 'PHASE_OBJECT_NO_ID' });
  }
  const called = name === undefined ? undefined : textAt(item, name);
  const grouped = group === undefined ? undefined : textAt(item, group);
  return {
    id: found,
    ...(called === undefined ? {} : { name: called }),
    ...(grouped === undefined ? {} : { group: grouped }),
  };
}

function textAt(item: unknown, path: string): string | undefined {
  const value = valueAt(item, path);
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined;
}

function valueAt(from: unknown, path: string): unknown {
  if (path === '.') return from;
  let value = from;
  for (const field of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, field)) return undefined;
    value = value[field];
  }
  return value;
}
