import { TerminalError, type Vault } from '@kubemin/base';
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

/** The revisions table, in which documents and sources are sealed. Given a transaction, everything happens inside it. */
export class RevisionRows {
  readonly #query: Kysely<ServerTables>;
  readonly #vault: Vault;

  constructor(query: Kysely<ServerTables>, vault: Vault) {
    this.#query = query;
    this.#vault = vault;
  }

  async insert(revision: NewRevision): Promise<void> {
    await this.#query
      .insertInto('revisions')
      .values({
        app_id: revision.appId,
        revision: revision.revision,
        document: this.#vault.seal(JSON.stringify(revision.document)),
        source: this.#vault.seal(revision.source.text),
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
    return row && readStoredDocument(this.#vault.open(row.document), `application ${appId}, revision ${revision}`);
  }

  /** What is known of an application's revisions beside their content, the newest first. */
  async list(appId: string) {
    const rows = await this.#query
      .selectFrom('revisions')
      .select(['revision', 'document', 'removed_components', 'creator', 'created_at'])
      .where('app_id', '=', appId)
      .orderBy('revision', 'desc')
      .limit(REVISIONS_LIMIT)
      .execute();
    return rows.map((row) => ({ ...row, document: this.#vault.open(row.document) }));
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
