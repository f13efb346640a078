import type { Problem } from '@kubemin/client';
import type { AnyDocument, DocumentReader } from '@kubemin/model';
import type { Transaction } from '@kubemin/sql';
import type { Caller, ServerTables } from '../api/index.ts';
import { profileSettings } from './profiles/profile-resolver.ts';
import { ProfileRows } from './profiles/profile-rows.ts';
import type { JudgedUses, ResourceUseChecker, UseFacts } from './resource-use-checker.ts';
import type { RevisionContent } from './revision-content.ts';

/** Who saves a document, and over what. */
export interface SaveContext {
  readonly transaction: Transaction<ServerTables>;
  readonly model: Pick<DocumentReader, 'checkChanges'>;
  readonly judge: ResourceUseChecker;
  readonly facts: UseFacts;
  /** Undefined for a new application. */
  readonly appId: string | undefined;
  /** What the application is before; undefined for a new one. */
  readonly previous: RevisionContent | undefined;
  readonly caller: Pick<Caller, 'permissions'>;
}

/** What keeps a document that is right in itself from being saved: what it changes, what it grants and what it uses. */
export async function saveProblems(document: AnyDocument, context: SaveContext): Promise<JudgedUses> {
  const { model, previous } = context;
  const changes: readonly Problem[] = previous === undefined ? [] : model.checkChanges(previous.document, document);
  const { problems, permitted } = await checkUses(document, context);
  return { problems: [...changes.filter(({ severity }) => severity === 'error'), ...problems], permitted };
}

/** What a document grants and uses that its author may not. */
export async function checkUses(
  document: AnyDocument,
  { transaction, judge, facts, ...request }: Omit<SaveContext, 'model'>,
): Promise<JudgedUses> {
  // Most documents grant nothing, and need no profiles to be judged.
  const grants = document.component.some(({ traits }) => 'rbac' in traits);
  const profiles = grants ? (await new ProfileRows(transaction).list('rbac')).map(profileSettings) : [];
  return judge.judge(transaction, { ...request, document, profiles }, facts);
}
