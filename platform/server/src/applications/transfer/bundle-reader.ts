import type { Vault } from '@kubemin/base';
import {
  type BundleContent,
  type BundledApplication,
  type BundledProfile,
  bundleContentSchema,
  issueMessage,
} from '@kubemin/client';
import type { Kysely } from '@kubemin/sql';
import {
  ApiError,
  type ApplicationRow,
  ApplicationRows,
  applicationNotFound,
  checkValueBounds,
  type ServerTables,
  type ValueBounds,
} from '../../api/index.ts';
import { parseNames } from '../../live/index.ts';
import { requestMessages, transferMessages } from '../../messages/index.ts';
import { profileSettings } from '../document-references.ts';
import { rejectWhileDeleting } from '../ended-runs.ts';
import { ProfileRows, profileKey } from '../profiles/profile-rows.ts';
import { RevisionRows } from '../revision-rows.ts';

/** Reads applications out of the database, open. Given a repeatable transaction, all of it is of one moment. */
export class BundleReader {
  readonly #query: Kysely<ServerTables>;
  readonly #vault: Vault;

  constructor(query: Kysely<ServerTables>, vault: Vault) {
    this.#query = query;
    this.#vault = vault;
  }

  /** Everything but what is being deleted. */
  async all(): Promise<BundleContent> {
    const rows = await new ApplicationRows(this.#query).list({}, 'all');
    const staying = rows.filter(({ deletion_task: deletion }) => deletion === null);
    return { applications: await this.#applications(staying), profiles: await this.#profiles() };
  }

  /** Some applications, and the profiles they refer to. */
  async some(ids: readonly string[]): Promise<BundleContent> {
    const rows: ApplicationRow[] = [];
    for (const id of new Set(ids)) {
      const row = await new ApplicationRows(this.#query).byId(id);
      if (row === undefined) throw applicationNotFound(id);
      rejectWhileDeleting(row);
      rows.push(row);
    }
    const applications = await this.#applications(rows);
    const wanted = new Set(applications.flatMap(({ profiles }) => profiles.map(profileKey)));
    return { applications, profiles: (await this.#profiles()).filter((each) => wanted.has(profileKey(each))) };
  }

  /** The same application twice gives the same bytes, whatever was saved in between. */
  async #applications(rows: readonly ApplicationRow[]): Promise<BundledApplication[]> {
    const applications: BundledApplication[] = [];
    for (const row of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
      applications.push(await this.application(row));
    }
    return applications;
  }

  /** An application with all its revisions. */
  async application(row: ApplicationRow): Promise<BundledApplication> {
    const { id, project, cluster, namespace, name, alias, version, description, icon } = row;
    return {
      id,
      workflowId: row.workflow_id,
      ...{ project, cluster, namespace, name, alias, version, description, icon },
      tmpEnable: row.tmp_enable === 1,
      revision: row.revision,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      components: await this.#components(id),
      revisions: await this.#revisions(id),
      profiles: await this.#query
        .selectFrom('profile_uses')
        .select(['kind', 'name'])
        .where('app_id', '=', id)
        .orderBy('kind')
        .orderBy('name')
        .execute(),
    };
  }

  async #components(appId: string): Promise<BundledApplication['components']> {
    const rows = await this.#query
      .selectFrom('components')
      .select(['id', 'name', 'type', 'removed_in as removedIn', 'created_at as createdAt'])
      .where('app_id', '=', appId)
      .orderBy('id')
      .execute();
    return rows;
  }

  async #revisions(appId: string): Promise<BundledApplication['revisions']> {
    const rows = await this.#query
      .selectFrom('revisions')
      .select('revision')
      .where('app_id', '=', appId)
      .orderBy('revision')
      .execute();
    const stored = new RevisionRows(this.#query, this.#vault);
    const revisions: BundledApplication['revisions'] = [];
    for (const { revision } of rows) {
      const row = await stored.row(appId, revision);
      const content = await stored.content(appId, revision);
      if (row === undefined || content === undefined) continue;
      revisions.push({
        revision,
        document: { ...content.document },
        source: { text: row.source, format: row.source_format },
        removedComponents: [...parseNames(row.removed_components)],
        creator: row.creator,
        createdAt: row.created_at,
        note: row.note,
        workflows: content.workflows.map((workflow) => ({ ...workflow })),
        rollout: Object.fromEntries(Object.entries(content.rollout).map(([name, policy]) => [name, { ...policy }])),
      });
    }
    return revisions;
  }

  async #profiles(): Promise<BundledProfile[]> {
    const rows = await new ProfileRows(this.#query).list();
    return rows.map((row) => ({
      kind: row.kind,
      name: row.name,
      description: row.description,
      settings: { ...profileSettings(row) },
    }));
  }
}

/** Documents may be a hundred levels deep, and stand a few levels deep in it. */
const CONTENT: ValueBounds = { subject: requestMessages.bundleContent, levels: 128 };

/** Reads the sealed content. It is from a server like this one, or made by hand. */
export function readBundleContent(text: string): BundleContent {
  const value = parsed(text);
  checkValueBounds(value, 'BUNDLE_INVALID', CONTENT);
  const result = bundleContentSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const problem = issue && transferMessages.at({ path: issue.path.join('.'), problem: issueMessage(issue) });
  throw new ApiError('BUNDLE_INVALID', transferMessages.unreadable({ problem }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('BUNDLE_INVALID', transferMessages.notJson, { cause });
  }
}
