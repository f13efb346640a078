import type { ApplicationRow } from '../applications/tables.ts';
import { Refusal } from '../http/refusal.ts';

/** The refusal to speak of a revision an application does not have. */
export function noRevision({ name, revision: newest }: Pick<ApplicationRow, 'name' | 'revision'>, revision: number) {
  return new Refusal('REVISION_NOT_FOUND', `application ${name} has no revision ${revision}; its newest is ${newest}`);
}
