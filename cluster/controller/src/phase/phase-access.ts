import { isJsonObject } from '@kubemin/kubeapi';
import type { PhasedObject } from './phased-object.ts';

/** Where an object stores the state of the machine, if not in `status` or under other names. */
export interface PhaseAccess<R> {
  /** The fields of PhasedStatus and other fields beside them. */
  read(resource: R): Readonly<Record<string, unknown>>;
  /** The object with these fields instead of those that `read` returns. */
  write(resource: R, status: Readonly<Record<string, unknown>>): R;
}

/** Stores everything in `status`. */
export function statusAccess<R extends PhasedObject>(): PhaseAccess<R> {
  return {
    read: ({ status }) => (isJsonObject(status) ? status : {}),
    write: (resource, status) => ({ ...resource, status }),
  };
}
