import type { DocumentText } from '@kubemin/client';
import type { AnyDocument } from '@kubemin/model';
import type { Kysely } from '@kubemin/sql';
import { readStoredDocument } from './stored-document.ts';
import type { ServerTables } from './tables.ts';

/** One state of an application's document, never changed once stored. */
export interface NewRevision {
  readonly appId: string;
  readonly revision: number;
  readonly document: AnyDocument;
  readonly source: DocumentText;
  readonly removedComponents: readonly string[];
  readonly creator: string;
  readonly createdAt: number;
}

/** The revisions table. Given a transaction, everything happens inside it. */
export class RevisionRows {
  readonly #query: Kysely<ServerTables>;

  constructor(query: Kysely<ServerTables>) {
    this.#query = query;
  }

  async insert(revision: NewRevision): Promise<void> {
    await this.#query
      .insertInto('revisions')
      .values({
        app_id: revision.appId,
        revision: revision.revision,
        document: JSON.stringify(revision.document),
        source: revision.source.text,
        source_format: revision.source.format,
        removed_components: JSON.stringify(revision.removedComponents),
        creator: revision.creator,
        created_at: revision.createdAt,
      })
      .execute();
  }

  /** The canonical document of a revision that must exist. */
  async document(appId: string, revision: number): Promise<AnyDocument> {
    const row = await this.#query
      .selectFrom('revisions')
      .select('document')
      .where('app_id', '=', appId)
      .where('revision', '=', revision)
      .executeTakeFirstOrThrow();
    return readStoredDocument(row.document, `application ${appId}, revision ${revision}`);
  }

  /** The revision that was current at a moment, if the application existed then. */
  async at(appId: string, time: number): Promise<number | undefined> {
    const row = await this.#query
      .selectFrom('revisions')
      .select('revision')
      .where('app_id', '=', appId)
      .where('created_at', '<=', time)
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.revision;
  }
}
