import type { Problem } from '@kubemin/client';
import type { AnyDocument, DocumentReader } from '@kubemin/model';
import type { Transaction } from '@kubemin/sql';
import type { Caller } from '../http/caller.ts';
import { settingsOf } from '../profiles/profile-resolver.ts';
import { ProfileRows } from '../profiles/profile-rows.ts';
import { rbacEscalations } from './rbac-guard.ts';
import type { ServerTables } from './tables.ts';

/** Who saves a document, and over what. */
export interface SaveContext {
  readonly transaction: Transaction<ServerTables>;
  readonly model: Pick<DocumentReader, 'checkChanges'>;
  /** What the application is before; undefined for a new one. */
  readonly previous: AnyDocument | undefined;
  readonly caller: Pick<Caller, 'permissions'>;
}

/** What keeps a document that is right in itself from being saved: what it changes, and what it grants. */
export async function saveProblems(document: AnyDocument, context: SaveContext): Promise<readonly Problem[]> {
  const { transaction, model, previous, caller } = context;
  const changes = previous === undefined ? [] : model.checkChanges(previous, document);
  // Most documents grant nothing, and need no profiles to be judged.
  const grants = document.component.some(({ traits }) => 'rbac' in traits);
  const profiles = grants ? (await new ProfileRows(transaction).list('rbac')).map(settingsOf) : [];
  return [
    ...changes.filter(({ severity }) => severity === 'error'),
    ...rbacEscalations(document, { previous, caller, profiles }),
  ];
}
