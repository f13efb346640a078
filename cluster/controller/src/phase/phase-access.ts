import { isJsonObject } from '@kubemin/kubeapi';
import type { PhasedObject } from './phased-object.ts';

/** Where an object keeps what the machine remembers; for objects that do not keep it in `status`, or under other names. */
export interface PhaseAccess<R> {
  /** The fields of PhasedStatus, and whatever else is beside them. */
  read(resource: R): Readonly<Record<string, unknown>>;
  /** The object with exactly these fields in place of those that `read` gives. */
  write(resource: R, status: Readonly<Record<string, unknown>>): R;
}

/** Everything in `status`, as the API conventions have it. */
export function statusAccess<R extends PhasedObject>(): PhaseAccess<R> {
  return {
    read: ({ status }) => (isJsonObject(status) ? status : {}),
    write: (resource, status) => ({ ...resource, status }),
  };
}
