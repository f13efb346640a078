import type { Vault } from '@kubemin/base';
import type {
  Action,
  ApplicationDetail,
  ApplicationFilter,
  ApplicationList,
  ApplicationPatch,
  Component,
  ComponentList,
  DocumentText,
  Page,
  Problem,
  RevisionList,
  SavedApplication,
  TemplateParametersView,
  Trial,
} from '@kubemin/client';
import { readStoredDocument } from '@kubemin/engine';
import { type AnyDocument, type DocumentReader, describeParameters, maskDocument } from '@kubemin/model';
import { firstRow, type SqlDatabase } from '@kubemin/sql';
import {
  APPLICATION,
  type ApplicationPlace,
  type ApplicationRow,
  ApplicationRows,
  acceptDocument,
  applicationNotFound,
  buildPage,
  type Caller,
  checkedDocument,
  type DocumentReading,
  encodeCursor,
  type IncomingDocument,
  type RequestContext,
  readCursor,
  readDocument,
  revisionNotFound,
  type ServerTables,
  unknownFieldPolicy,
} from '../api/index.ts';
import type { ClusterUse } from '../clusters/index.ts';
import { ComponentRows, componentIds } from '../live/index.ts';
import type { ApplicationSaver } from './application-saver.ts';
import {
  type ApplicationHealths,
  applicationView,
  componentView,
  revisionView,
  type ServedRevisions,
  servingView,
} from './application-view.ts';
import { patchedDocument } from './document-patch.ts';
import { ProfileResolver, type ResolvedReading, TemplateResolver } from './document-references.ts';
import type { Deletions, RefusedRevisions } from './ended-runs.ts';
import { revisionConflict } from './revision-conflict.ts';
import { type RevisionContent, RevisionRows, revisionContent } from './revision-rows.ts';
import { revisionChanges, revisionState } from './revisions/revision-summary.ts';
import type { AmendRequest, Draft, DraftRequest, SaveResult } from './save-request.ts';

/** An application with the document of one revision and the component ids a run of it needs, all of one moment. */
export interface ApplicationSnapshot extends RevisionContent {
  readonly permitted: readonly string[];
  readonly application: ApplicationRow;
  readonly revision: number;
  readonly componentIds: Readonly<Record<string, number>>;
}

/** A document that is not stored, with what a run of it needs. */
export interface ApplicationDraft extends Draft {
  readonly componentIds: Readonly<Record<string, number>>;
  readonly warnings: readonly Problem[];
}

export interface ApplicationServiceOptions {
  readonly database: SqlDatabase<ServerTables>;
  readonly vault: Vault;
  readonly model: DocumentReader;
  readonly saver: ApplicationSaver;
  readonly clusters: ClusterUse;
  readonly deletions: Deletions;
  readonly refusals: Pick<RefusedRevisions, 'settle'>;
  readonly served: Pick<ServedRevisions, 'of' | 'runs'>;
  readonly healths: ApplicationHealths;
  /** Called after each save: objects that exist in the cluster already may belong to a component that is new or restored. */
  readonly onSaved: (application: ApplicationRow) => void;
}

const DEFAULT_LIMIT = 100;

/** Applications and their components. */
export class ApplicationService {
  readonly #database: SqlDatabase<ServerTables>;
  readonly #vault: Vault;
  readonly #model: DocumentReader;
  readonly #saver: ApplicationSaver;
  readonly #clusters: ClusterUse;
  readonly #deletions: Deletions;
  readonly #refusals: Pick<RefusedRevisions, 'settle'>;
  readonly #served: Pick<ServedRevisions, 'of' | 'runs'>;
  readonly #healths: ApplicationHealths;
  readonly #templates: TemplateResolver;
  readonly #profiles: ProfileResolver;
  readonly #onSaved: (application: ApplicationRow) => void;

  constructor(options: ApplicationServiceOptions) {
    this.#database = options.database;
    this.#vault = options.vault;
    this.#model = options.model;
    this.#saver = options.saver;
    this.#clusters = options.clusters;
    this.#deletions = options.deletions;
    this.#refusals = options.refusals;
    this.#served = options.served;
    this.#profiles = new ProfileResolver(options.database.query, options.model);
    this.#healths = options.healths;
    this.#templates = new TemplateResolver({
      query: options.database.query,
      vault: options.vault,
      model: options.model,
    });
    this.#onSaved = options.onSaved;
  }

  async list(filter: ApplicationFilter, caller: Caller): Promise<ApplicationList> {
    await this.#deletions.settle();
    const { limit = DEFAULT_LIMIT, continue: cursor, ...wanted } = filter;
    const after = readCursor(cursor, isPlace);
    const listing = { ...wanted, after, limit: limit + 1 };
    const read = () => new ApplicationRows(this.#database.query).list(listing, caller.projects('read'));
    const found = await read();
    const rows = (await this.#refusals.settle(found.map(({ id }) => id))) ? await read() : found;
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const next = last && { next: encodeCursor([last.updated_at, last.id]) };
    const healthOf = await this.#healths.of(page.map(({ id }) => id));
    return { applications: page.map((row) => ({ ...applicationView(row), health: healthOf(row.id) })), ...next };
  }

  /** What applications that use this one as a template may choose. */
  async parameters(appId: string): Promise<TemplateParametersView> {
    const { document } = await this.snapshot(appId);
    const { parameters, form, schema } = describeParameters(maskDocument(document));
    return { parameters, form: form.map((field) => ({ ...field })), schema };
  }

  /** The newest revision that was delivered as a whole; undefined where none was. */
  async delivered(application: ApplicationRow): Promise<ApplicationSnapshot | undefined> {
    const served = await this.#served.of(application);
    return served === undefined ? undefined : this.snapshot(application.id, served.revision);
  }

  async get(appId: string): Promise<ApplicationDetail> {
    const { application, components } = await this.#withComponents(appId);
    const healthOf = await this.#healths.of([appId]);
    const served = await this.#served.of(application);
    return {
      ...applicationView(application),
      health: healthOf(appId),
      ...(served !== undefined && { serving: servingView(served) }),
      components: components.map((component) => {
        const servedRevision = served?.components.get(component.name);
        return servedRevision === undefined ? component : { ...component, servedRevision };
      }),
    };
  }

  async components(appId: string, page: Page): Promise<ComponentList> {
    const { components } = await this.#withComponents(appId);
    const { entries, ...next } = buildPage(components, page, ({ name }) => name);
    return { components: entries, ...next };
  }

  /** Applies a merge patch to what the application is at that moment. */
  async patch(
    appId: string,
    patch: ApplicationPatch,
    { lenient, ...asked }: RequestContext & Pick<IncomingDocument, 'lenient'>,
  ): Promise<SavedApplication> {
    let problems: readonly Problem[] = [];
    const profiles = await this.#profiles.load();
    const edit = ({ document: current }: RevisionContent) => {
      const { document, warnings } = checkedDocument(this.#model, patchedDocument(current, patch), {
        previous: current,
        lenient,
      });
      const reading = { document, errors: [], warnings, inSource: (problem: Problem): Problem => problem };
      problems = warnings;
      return { document: acceptDocument(this.#profiles.resolveWith(reading, profiles)).document };
    };
    const { application, ...what } = await this.amend({ ...asked, appId, edit });
    return { ...applicationView(application), ...what, problems };
  }

  async save(incoming: IncomingDocument, asked: RequestContext): Promise<SavedApplication> {
    await this.#deletions.settle();
    const reading = await this.#read(incoming, asked.caller);
    const source: DocumentText = { text: incoming.text, format: incoming.format };
    const { document, warnings, inSource } = acceptDocument(reading);
    const { profiles } = reading;
    const { application, ...what } = await this.#saver.save({ ...asked, document, source, inSource, profiles });
    this.#onSaved(application);
    return { ...applicationView(application), ...what, problems: warnings };
  }

  /** What saving a document would store, and where, with what is doubtful about it; nothing is stored. */
  async draft(source: IncomingDocument, caller: Caller, action: Action): Promise<ApplicationDraft> {
    await this.#deletions.settle();
    const { document, warnings, inSource } = acceptDocument(await this.#read(source, caller));
    return { ...(await this.#drafted({ document, caller, action, inSource })), warnings };
  }

  /** What making a document an application's would store; nothing is stored. */
  async redraft(appId: string, document: AnyDocument, caller: Caller): Promise<ApplicationDraft> {
    const named = { ...document, id: appId };
    const inSource = (problem: Problem): Problem => problem;
    return { ...(await this.#drafted({ document: named, caller, action: 'deploy', inSource })), warnings: [] };
  }

  /** Changes what an application is, from what it is at that moment. */
  async amend(request: AmendRequest): Promise<SaveResult> {
    await this.#settle(request.appId);
    const result = await this.#saver.amend(request);
    this.#onSaved(result.application);
    return result;
  }

  async revisions(appId: string, { limit, continue: cursor }: Page): Promise<RevisionList> {
    const application = await this.require(appId);
    const [before] = readCursor(cursor, isRevisionPlace) ?? [];
    const rows = await new RevisionRows(this.#database.query, this.#vault).list(appId, { limit: limit + 1, before });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const next = last && { next: encodeCursor([last.revision]) };
    const [served, runs] = await Promise.all([this.#served.of(application), this.#served.runs(application)]);
    const serving = new Set(served?.components.values());
    const newest = new Map(runs.toReversed().map((run) => [run.revision, run]));
    const documents = rows.map(({ document, revision }) => readStoredDocument(document, `revision ${revision}`));
    const revisions = page.map((row, at) => {
      const [document, previous] = [documents[at], documents[at + 1]];
      const run = newest.get(row.revision);
      const isServing = serving.has(row.revision);
      return {
        ...revisionView(row, application.revision),
        state: revisionState({ isServing, isRefused: row.refused_by !== null }, run),
        ...(run !== undefined && { run: run.number }),
        changes: document === undefined ? [] : revisionChanges(previous, document),
      };
    });
    return { revisions, ...next };
  }

  async try(source: IncomingDocument, caller: Caller): Promise<Trial> {
    const { document, errors: broken, warnings, inSource } = await this.#read(source, caller);
    const found =
      document === undefined
        ? []
        : [
            ...(await this.#clusters.problems(document, this.#database.query)),
            ...(await this.#saver.problems({ document, caller })),
          ];
    const errors = [...broken, ...found.map(inSource)];
    return { valid: errors.length === 0, errors, warnings };
  }

  /** Refuses when an application is at another revision than the caller expects. */
  async expect(application: ApplicationRow, { ifMatch }: RequestContext): Promise<void> {
    if (ifMatch === undefined || ifMatch === application.revision) return;
    const author = await new RevisionRows(this.#database.query, this.#vault).author(application);
    throw revisionConflict(application, ifMatch, author);
  }

  /** Refuses when there is no such application. */
  async require(appId: string): Promise<ApplicationRow> {
    await this.#settle(appId);
    return orRefuse(appId, await new ApplicationRows(this.#database.query).byId(appId));
  }

  /** What a run of the application would deliver: as it stands, or as it was at a revision. */
  async snapshot(appId: string, wanted?: number): Promise<ApplicationSnapshot> {
    await this.#settle(appId);
    const vault = this.#vault;
    const found = await this.#database.runSteps(function* () {
      const application = orRefuse(appId, yield* firstRow(APPLICATION, { appId }));
      const revision = wanted ?? application.revision;
      const content = yield* revisionContent(vault, appId, revision);
      if (content === undefined) throw revisionNotFound(application, revision);
      return { application, revision, ...content, componentIds: yield* componentIds(appId, content.document) };
    });
    return { ...found, permitted: found.permitted ?? (await this.#saver.storedPermissions(appId, found)) };
  }

  /**
   * The same for a run that a caller asks for: an earlier revision is delivered with what the caller could save now, as
   * it may grant and use what the application has no more.
   */
  async runnable(appId: string, wanted: number | undefined, caller: Caller): Promise<ApplicationSnapshot> {
    const snapshot = await this.snapshot(appId, wanted);
    if (snapshot.revision === snapshot.application.revision) return snapshot;
    return { ...snapshot, permitted: await this.#saver.permitted(appId, snapshot.document, caller) };
  }

  /** An application that a run has deleted is gone, and one whose update was refused is what serves. */
  async #settle(appId: string): Promise<void> {
    await this.#deletions.settle();
    await this.#refusals.settle([appId]);
  }

  async #drafted(request: DraftRequest): Promise<Omit<ApplicationDraft, 'warnings'>> {
    const draft = await this.#saver.draft(request);
    const { application, document } = draft;
    const rows = new ComponentRows(this.#database.query);
    return { ...draft, componentIds: application === undefined ? {} : await rows.idsIn(application.id, document) };
  }

  async #read(source: IncomingDocument, caller: Caller): Promise<ResolvedReading> {
    const reading = await this.#templates.resolve(await this.#parsed(source, caller), caller.projects('read'));
    return this.#profiles.resolve(reading);
  }

  /** A field the application already carries is no reason to refuse its next revision. */
  async #parsed(source: IncomingDocument, caller: Caller): Promise<DocumentReading> {
    const strict = readDocument(this.#model, source, unknownFieldPolicy(source.lenient));
    if (!strict.errors.some(({ code }) => code === 'UNKNOWN_FIELD')) return strict;
    const { document } = readDocument(this.#model, source, unknownFieldPolicy(true));
    const previous = document && (await this.#saver.previous({ document, caller }));
    return previous === undefined ? strict : readDocument(this.#model, source, unknownFieldPolicy(false, previous));
  }

  async #withComponents(
    appId: string,
  ): Promise<{ readonly application: ApplicationRow; readonly components: Component[] }> {
    await this.#settle(appId);
    return this.#database.transaction(async (transaction) => {
      const application = orRefuse(appId, await new ApplicationRows(transaction).byId(appId));
      const document = maskDocument(await new RevisionRows(transaction, this.#vault).current(application));
      const rows = new Map((await new ComponentRows(transaction).of(appId)).map((row) => [row.name, row]));
      const components = document.component.flatMap((component) => {
        const row = rows.get(component.name);
        return row === undefined ? [] : [componentView(application, row, component)];
      });
      return { application, components };
    });
  }
}

function isPlace(value: unknown): value is ApplicationPlace {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'number' && typeof value[1] === 'string';
}

function isRevisionPlace(value: unknown): value is readonly [number] {
  return Array.isArray(value) && value.length === 1 && typeof value[0] === 'number';
}

function orRefuse(appId: string, row: ApplicationRow | undefined): ApplicationRow {
  if (row !== undefined) return row;
  throw applicationNotFound(appId);
}
