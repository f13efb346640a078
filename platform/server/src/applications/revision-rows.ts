import { isRecord, ownEntry, TerminalError, type Vault } from '@kubemin/base';
import { type Message, messageToJson } from '@kubemin/base/message';
import type { DocumentText } from '@kubemin/client';
import { readStoredDocument } from '@kubemin/engine';
import type { AnyDocument, UpdatePolicy, WorkflowStep } from '@kubemin/model';
import { firstRow, type Kysely, type QueryTemplate, type Steps } from '@kubemin/sql';
import type { ApplicationRow, RevisionRow, ServerTables } from '../api/index.ts';
import { applicationMessages, revisionMessages } from '../messages/index.ts';
import type { RevisionAuthor } from './revision-conflict.ts';

/** A workflow of an application beside the steps its document has, or the name of those. */
export interface StoredWorkflow {
  readonly id: string;
  readonly name: string;
  readonly alias: string;
  /** Absent of the application's own workflow: its document has the steps. */
  readonly steps?: readonly WorkflowStep[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The update strategies of one revision, in place of those in its document, by component name. */
export type Rollout = Readonly<Record<string, UpdatePolicy>>;

/** What an application is at one revision. */
export interface RevisionContent {
  readonly document: AnyDocument;
  readonly workflows: readonly StoredWorkflow[];
  readonly rollout: Rollout;
  /** Keys of what it may use although it belongs to others; undefined for a revision that has it not written down. */
  readonly permitted: readonly string[] | undefined;
}

/** Which revision a request has made. */
export type MadeRevision = Pick<RevisionRow, 'app_id' | 'revision' | 'removed_components'>;

/** One state of an application's document, never changed once stored but for what an administrator permits it. */
export interface NewRevision extends RevisionContent {
  readonly appId: string;
  readonly revision: number;
  readonly source: DocumentText;
  readonly removedComponents: readonly string[];
  readonly creator: string;
  readonly createdAt: number;
  readonly requestId: string | undefined;
  /** What its author describes as new, or why the server created it. */
  readonly note: Message | string | undefined;
  /** @default none */
  readonly restores?: number | undefined;
}

type SealedContent = Pick<RevisionRow, 'document' | 'workflows' | 'rollout' | 'permitted'>;

const CONTENT: QueryTemplate<ServerTables, SealedContent> = {
  shape: 'content of a revision',
  build: (query, value) =>
    query
      .selectFrom('revisions')
      .select(['document', 'workflows', 'rollout', 'permitted'])
      .where('app_id', '=', value<string>('appId'))
      .where('revision', '=', value<number>('revision')),
};

/** All that an application is at a revision; undefined when there is no such revision. */
export function* revisionContent(
  vault: Vault,
  appId: string,
  revision: number,
): Steps<ServerTables, RevisionContent | undefined> {
  const row = yield* firstRow(CONTENT, { appId, revision });
  return row && opened(row, vault, `application ${appId}, revision ${revision}`);
}

function opened(
  { document, workflows, rollout, permitted }: SealedContent,
  vault: Vault,
  where: string,
): RevisionContent {
  return {
    document: readStoredDocument(vault.open(document), where),
    workflows: readWorkflows(workflows === null ? null : vault.open(workflows)),
    rollout: readRollout(rollout),
    permitted: readPermitted(permitted),
  };
}

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
        workflows: revision.workflows.length === 0 ? null : this.#vault.seal(JSON.stringify(revision.workflows)),
        rollout: Object.keys(revision.rollout).length === 0 ? null : JSON.stringify(revision.rollout),
        permitted: revision.permitted === undefined ? null : JSON.stringify(revision.permitted),
        ...noteColumns(revision.note),
        request_id: revision.requestId ?? null,
        refused_by: null,
        restores: revision.restores ?? null,
      })
      .execute();
  }

  /** The canonical document of a revision; undefined when there is no such revision. */
  async document(appId: string, revision: number): Promise<AnyDocument | undefined> {
    return (await this.content(appId, revision))?.document;
  }

  /** All that an application is at a revision; undefined when there is no such revision. */
  async content(appId: string, revision: number): Promise<RevisionContent | undefined> {
    const row = await this.#query
      .selectFrom('revisions')
      .select(['document', 'workflows', 'rollout', 'permitted'])
      .where('app_id', '=', appId)
      .where('revision', '=', revision)
      .executeTakeFirst();
    return row && opened(row, this.#vault, `application ${appId}, revision ${revision}`);
  }

  /** Who made a revision, and when. */
  author({ id, revision }: Pick<ApplicationRow, 'id' | 'revision'>): Promise<RevisionAuthor | undefined> {
    return this.#query
      .selectFrom('revisions')
      .select(['creator', 'created_at'])
      .where('app_id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst();
  }

  /** Marks a revision as refused in a run; it stays in the history. */
  async refuse({
    appId,
    revision,
    taskId,
  }: {
    readonly appId: string;
    readonly revision: number;
    readonly taskId: string;
  }) {
    await this.#query
      .updateTable('revisions')
      .set({ refused_by: taskId })
      .where('app_id', '=', appId)
      .where('revision', '=', revision)
      .execute();
  }

  /** Who made which revisions of an application, the newest first. */
  creators(appId: string): Promise<readonly Pick<RevisionRow, 'revision' | 'creator'>[]> {
    return this.#query
      .selectFrom('revisions')
      .select(['revision', 'creator'])
      .where('app_id', '=', appId)
      .orderBy('revision', 'desc')
      .execute();
  }

  /** Writes down what a revision may use: an administrator has saved it again, as it is. */
  async permit({ id, revision }: Pick<ApplicationRow, 'id' | 'revision'>, permitted: readonly string[]): Promise<void> {
    await this.#query
      .updateTable('revisions')
      .set({ permitted: JSON.stringify(permitted) })
      .where('app_id', '=', id)
      .where('revision', '=', revision)
      .execute();
  }

  /** The run in which a revision was refused; undefined when it was not. */
  async refusedBy(appId: string, revision: number): Promise<string | undefined> {
    const row = await this.#query
      .selectFrom('revisions')
      .select('refused_by')
      .where('app_id', '=', appId)
      .where('revision', '=', revision)
      .executeTakeFirst();
    return row?.refused_by ?? undefined;
  }

  /** The newest revision that goes back to another after a refusal, and when it was made. */
  async lastRestored(
    appId: string,
  ): Promise<{ readonly revision: number; readonly at: number; readonly restores: number } | undefined> {
    const row = await this.#query
      .selectFrom('revisions')
      .select(['revision', 'created_at', 'restores'])
      .where('app_id', '=', appId)
      .where('restores', 'is not', null)
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && { revision: row.revision, at: row.created_at, restores: row.restores ?? row.revision };
  }

  /** What a request has made, if it has made anything. */
  madeBy(requestId: string): Promise<MadeRevision | undefined> {
    return this.#query
      .selectFrom('revisions')
      .select(['app_id', 'revision', 'removed_components'])
      .where('request_id', '=', requestId)
      .executeTakeFirst();
  }

  /** One revision, its document and source open; undefined when there is no such revision. */
  async row(appId: string, revision: number): Promise<RevisionRow | undefined> {
    const row = await this.#query
      .selectFrom('revisions')
      .selectAll()
      .where('app_id', '=', appId)
      .where('revision', '=', revision)
      .executeTakeFirst();
    return row && { ...row, document: this.#vault.open(row.document), source: this.#vault.open(row.source) };
  }

  /** What is known of an application's revisions beside their content, the newest first. */
  async list(appId: string, { limit, before }: { readonly limit: number; readonly before?: number | undefined }) {
    const rows = await this.#query
      .selectFrom('revisions')
      .select([
        'revision',
        'document',
        'removed_components',
        'creator',
        'created_at',
        'note',
        'note_text',
        'refused_by',
        'restores',
      ])
      .where('app_id', '=', appId)
      .$if(before !== undefined, (query) => query.where('revision', '<', before ?? 0))
      .orderBy('revision', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...row, document: this.#vault.open(row.document) }));
  }

  /** The canonical document of the revision an application is at. */
  async current(application: Pick<ApplicationRow, 'id' | 'revision'>): Promise<AnyDocument> {
    return (await this.currentContent(application)).document;
  }

  /** All that an application is now. */
  async currentContent({ id, revision }: Pick<ApplicationRow, 'id' | 'revision'>): Promise<RevisionContent> {
    const content = await this.content(id, revision);
    if (content !== undefined) return content;
    throw new TerminalError(revisionMessages.notStored({ revision, app: id }), {
      code: 'REVISION_MISSING',
    });
  }
}

function noteColumns(note: Message | string | undefined): Pick<RevisionRow, 'note' | 'note_text'> {
  if (note === undefined || typeof note === 'string') return { note: note ?? null, note_text: null };
  return { note: note.message, note_text: messageToJson(note) };
}

/** The document of a revision as a run delivers it: components are updated by the strategy of the revision. */
export function deliveredDocument({ document, rollout }: Pick<RevisionContent, 'document' | 'rollout'>): AnyDocument {
  if (Object.keys(rollout).length === 0) return document;
  const component = document.component.map((one) => {
    const update = ownEntry(rollout, one.name);
    return update === undefined ? one : { ...one, properties: { ...one.properties, update } };
  });
  return { ...document, component };
}

/** Workflows without the components that are gone, and without the steps that thereby have nothing to do. */
export function withoutDeletedComponents(
  workflows: readonly StoredWorkflow[],
  components: readonly { readonly name: string }[],
): readonly StoredWorkflow[] {
  const names = new Set(components.map(({ name }) => name));
  return workflows.map((workflow) =>
    workflow.steps === undefined ? workflow : { ...workflow, steps: keepStepsOf(workflow.steps, names) },
  );
}

/** The steps as far as they name components that are there. */
export function keepStepsOf(steps: readonly WorkflowStep[], names: ReadonlySet<string>): readonly WorkflowStep[] {
  const within = <S extends Pick<WorkflowStep, 'components'>>(step: S): readonly S[] => {
    const components = step.components.filter((name) => names.has(name));
    const emptied = step.components.length > 0 && components.length === 0;
    return emptied ? [] : [{ ...step, components }];
  };
  return steps.flatMap((step) => {
    if (step.subSteps === undefined) return within(step);
    const subSteps = step.subSteps.flatMap(within);
    return subSteps.length === 0 && step.subSteps.length > 0 ? [] : [{ ...step, subSteps }];
  });
}

/** Reads workflows back from their column. */
export function readWorkflows(text: string | null): readonly StoredWorkflow[] {
  return text === null ? [] : read(text, isWorkflows, 'workflows');
}

/** Reads a rollout back from its column. */
export function readRollout(text: string | null): Rollout {
  return text === null ? {} : read(text, isRollout, 'rollout');
}

/** Reads what a revision may use back from its column. */
function readPermitted(text: string | null): readonly string[] | undefined {
  return text === null ? undefined : read(text, isTexts, 'permitted');
}

function read<T>(text: string, isRight: (value: unknown) => value is T, column: string): T {
  const value: unknown = JSON.parse(text);
  if (isRight(value)) return value;
  throw new TerminalError(applicationMessages.storedValueBroken({ column }), {
    code: 'STORED_VALUE_BROKEN',
  });
}

function isWorkflows(value: unknown): value is readonly StoredWorkflow[] {
  return Array.isArray(value) && value.every((one) => isRecord(one) && typeof one.id === 'string');
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isRollout(value: unknown): value is Rollout {
  return isRecord(value) && Object.values(value).every((one) => isRecord(one) && typeof one.strategy === 'string');
}
