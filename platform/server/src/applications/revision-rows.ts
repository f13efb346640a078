import { TerminalError } from '@kubemin/base';
import type { DocumentText } from '@kubemin/client';
import { readStoredDocument } from '@kubemin/engine';
import type { AnyDocument } from '@kubemin/model';
import type { Kysely } from '@kubemin/sql';
import type { ApplicationRow, ServerTables } from './tables.ts';

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

const REVISIONS_LIMIT = 200;

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

  /** The canonical document of a revision; undefined when there is no such revision. */
  async document(appId: string, revision: number): Promise<AnyDocument | undefined> {
    const row = await this.#query
      .selectFrom('revisions')
      .select('document')
      .where('app_id', '=', appId)
      .where('revision', '=', revision)
      .executeTakeFirst();
    return row && readStoredDocument(row.document, `application ${appId}, revision ${revision}`);
  }

  /** What is known of an application's revisions beside their content, the newest first. */
  list(appId: string) {
    return this.#query
      .selectFrom('revisions')
      .select(['revision', 'document', 'removed_components', 'creator', 'created_at'])
      .where('app_id', '=', appId)
      .orderBy('revision', 'desc')
      .limit(REVISIONS_LIMIT)
      .execute();
  }

  /** The canonical document of the revision an application is at. */
  async current({ id, revision }: Pick<ApplicationRow, 'id' | 'revision'>): Promise<AnyDocument> {
    const document = await this.document(id, revision);
    if (document !== undefined) return document;
    throw new TerminalError(`revision ${revision} of application ${id} is not stored; restore the database`, {
      code: 'REVISION_MISSING',
    });
  }
}
