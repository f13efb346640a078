import { type Clock, type Random, RetryableError, randomId, shortId, type Vault } from '@kubemin/base';
import type { DocumentText, Problem } from '@kubemin/client';
import { deepEqual } from '@kubemin/kubeapi';
import { type AnyDocument, DEFAULT_VERSION, type DocumentReader } from '@kubemin/model';
import { isUniqueViolation, type SqlDatabase, type Transaction } from '@kubemin/sql';
import { requirePermission, requireProjectPermission } from '../accounts/index.ts';
import {
  ApiError,
  type ApplicationRow,
  ApplicationRows,
  applicationNotFound,
  brokenRules,
  type Caller,
  describePlace,
  type ServerTables,
  savedChange,
  unmaskSecrets,
} from '../api/index.ts';
import type { ClusterUse } from '../clusters/index.ts';
import { appendChange, applicationEvent, ComponentRows, parseNames } from '../live/index.ts';
import { applicationMessages } from '../messages/index.ts';
import { rejectWhileDeleting } from './ended-runs.ts';
import { ProfileRows } from './profiles/profile-rows.ts';
import {
  checkUses,
  type JudgedUses,
  type ResourceUseChecker,
  saveProblems,
  type UseFacts,
} from './resource-use-checker.ts';
import { revisionConflict } from './revision-conflict.ts';
import { type RevisionContent, RevisionRows, withoutDeletedComponents } from './revision-rows.ts';
import type { AmendRequest, ChangeRequest, Draft, DraftRequest, SaveRequest, SaveResult } from './save-request.ts';

interface StoreRequest extends SaveRequest, Partial<Pick<RevisionContent, 'workflows' | 'rollout'>> {
  readonly before: ApplicationRow | undefined;
  readonly previous: RevisionContent | undefined;
  readonly facts: UseFacts;
}

// Two concurrent saves of one new name, or of one application: the second starts again and finds what the first stored.
const ATTEMPTS = 5;

/** Stores application, components and revision in one transaction: all of it or nothing. */
export class ApplicationSaver {
  readonly #database: SqlDatabase<ServerTables>;
  readonly #vault: Vault;
  readonly #model: Pick<DocumentReader, 'checkChanges'>;
  readonly #clusters: ClusterUse;
  readonly #judge: ResourceUseChecker;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(options: {
    readonly database: SqlDatabase<ServerTables>;
    readonly vault: Vault;
    readonly model: Pick<DocumentReader, 'checkChanges'>;
    readonly clusters: ClusterUse;
    readonly judge: ResourceUseChecker;
    readonly clock: Clock;
    readonly random: Random;
  }) {
    this.#database = options.database;
    this.#vault = options.vault;
    this.#model = options.model;
    this.#clusters = options.clusters;
    this.#judge = options.judge;
    this.#clock = options.clock;
    this.#random = options.random;
  }

  save(request: SaveRequest): Promise<SaveResult> {
    return this.#inTurn(request, async (transaction, applications, facts) => {
      const resolved = await this.#resolved(transaction, applications, { ...request, action: 'deploy' });
      return this.#store(transaction, { ...request, ...resolved, facts });
    });
  }

  /** What saving would make of a document, refused as saving would refuse it; nothing is stored. */
  draft(request: DraftRequest): Promise<Draft> {
    return this.#informed(async (transaction, facts) => {
      const resolved = await this.#resolved(transaction, new ApplicationRows(transaction), request);
      const { document, permitted } = await this.#accepted(transaction, { ...request, ...resolved, facts });
      const { before } = resolved;
      if (before === undefined) await this.#clusters.requireFor(document, { transaction, inSource: request.inSource });
      return { ...(before !== undefined && { application: before }), document, permitted };
    });
  }

  async #resolved(
    transaction: Transaction<ServerTables>,
    applications: ApplicationRows,
    request: DraftRequest,
  ): Promise<Pick<StoreRequest, 'before' | 'previous' | 'document'>> {
    const { document, caller, action, inSource } = request;
    requireProjectPermission(caller, action, document.project);
    const before = await this.#existing(applications, request);
    const previous = before && (await new RevisionRows(transaction, this.#vault).currentContent(before));
    const { document: unmasked, problems } = unmaskSecrets(document, previous?.document);
    if (problems.length > 0) throw brokenRules(problems.map(inSource));
    return { before, previous, document: unmasked };
  }

  /** The document that saving would replace; undefined for a new application, and for one the caller may not read. */
  previous({ document, caller }: Pick<DraftRequest, 'document' | 'caller'>): Promise<AnyDocument | undefined> {
    return this.#database.transaction(
      async (transaction) => (await this.#readable(transaction, document, caller)).previous?.document,
    );
  }

  /** What saving would find wrong beyond the document itself; nothing is stored, and nothing is refused. */
  problems({ document, caller }: Pick<DraftRequest, 'document' | 'caller'>): Promise<readonly Problem[]> {
    return this.#informed(async (transaction, facts) => {
      const { before, previous } = await this.#readable(transaction, document, caller);
      const { document: unmasked, problems } = unmaskSecrets(document, previous?.document);
      const context = { ...this.#context(transaction, facts), appId: before?.id, previous, caller };
      return [...problems, ...(await saveProblems(unmasked, context)).problems];
    });
  }

  /** What a document of an application may use if it is delivered now; refuses what its caller could not save now. */
  permitted(appId: string, document: AnyDocument, caller: Caller): Promise<readonly string[]> {
    return this.#informed(async (transaction, facts) => {
      const before = await new ApplicationRows(transaction).byId(appId);
      const previous = before && (await new RevisionRows(transaction, this.#vault).currentContent(before));
      const context = { ...this.#context(transaction, facts), appId, previous, caller };
      const { problems, permitted } = await checkUses(document, context);
      if (problems.length > 0) throw brokenRules(problems);
      return permitted;
    });
  }

  /** What a revision permits, also one of a version that did not write that down. */
  storedPermissions(appId: string, { permitted }: Pick<RevisionContent, 'permitted'>): Promise<readonly string[]> {
    if (permitted !== undefined) return Promise.resolve(permitted);
    return this.#informed((transaction, facts) => this.#judge.permitted(transaction, { appId, permitted }, facts));
  }

  #informed<T>(work: (transaction: Transaction<ServerTables>, facts: UseFacts) => Promise<T>): Promise<T> {
    return this.#judge.informed((facts) => this.#database.transaction((transaction) => work(transaction, facts)));
  }

  #context(transaction: Transaction<ServerTables>, facts: UseFacts) {
    return { transaction, facts, model: this.#model, judge: this.#judge };
  }

  /** The application a document means and what it is now, as far as the caller may know of it. */
  async #readable(transaction: Transaction<ServerTables>, document: AnyDocument, caller: Caller) {
    const rows = new ApplicationRows(transaction);
    const meant = await (document.id === undefined ? rows.byName(document) : rows.byId(document.id));
    // What belongs to others must not show in the problems of a document.
    const before = meant !== undefined && caller.may('read', meant.project) ? meant : undefined;
    return { before, previous: before && (await new RevisionRows(transaction, this.#vault).currentContent(before)) };
  }

  async #accepted(transaction: Transaction<ServerTables>, request: Omit<StoreRequest, 'source'>) {
    const { before, previous, document, caller, inSource, facts } = request;
    if (before !== undefined) rejectWhileDeleting(before);
    const context = { ...this.#context(transaction, facts), appId: before?.id, previous, caller };
    const { problems: refused, permitted } =
      request.restores === undefined
        ? await saveProblems(document, context)
        : await this.#restored(transaction, { ...request, restores: request.restores });
    if (refused.length > 0) throw brokenRules(refused.map(inSource));
    // The row knows the id; a stored document is one that could be applied anywhere.
    const { id: _, ...rest } = document;
    const version = rest.version || previous?.document.version || DEFAULT_VERSION;
    return { document: { ...rest, version }, permitted };
  }

  /** A rollback has no author who could be permitted more, so nothing is permitted that neither revision permits. */
  async #restored(
    transaction: Transaction<ServerTables>,
    { before, previous, document, facts, restores }: Omit<StoreRequest, 'source'> & { readonly restores: number },
  ): Promise<JudgedUses> {
    const appId = before?.id;
    const served = appId && (await new RevisionRows(transaction, this.#vault).content(appId, restores));
    const had = [previous, served || undefined].map((content) =>
      this.#judge.permitted(transaction, { appId, permitted: content?.permitted }, facts),
    );
    const permitted = new Set((await Promise.all(had)).flat());
    return { problems: [], permitted: this.#judge.keys(document).filter((key) => permitted.has(key)) };
  }

  /** Changes an application from what it is when its turn comes, so that no change of others is lost. */
  amend({ appId, edit, ...request }: AmendRequest): Promise<SaveResult> {
    return this.#inTurn(request, async (transaction, applications, facts) => {
      const before = await applications.byId(appId);
      if (before === undefined) throw applicationNotFound(appId);
      const revisions = new RevisionRows(transaction, this.#vault);
      const previous = await revisions.currentContent(before);
      // Before the edit: what it would refuse is of no interest to a caller who has not seen the present revision.
      await refuseOtherRevision(revisions, before, request.ifMatch);
      const amendment = await edit(previous);
      const { document } = amendment;
      const sameName = await applications.byName(document);
      if (sameName !== undefined && sameName.id !== appId) throw nameTaken(document);
      const source: DocumentText = { text: `${JSON.stringify(document, null, 2)}\n`, format: 'json' };
      const inSource = (problem: Problem): Problem => problem;
      // An earlier revision may name a project where others decide.
      if (document.project !== before.project) requireProjectPermission(request.caller, 'deploy', document.project);
      return this.#store(transaction, { ...request, ...amendment, before, previous, source, inSource, facts });
    });
  }

  #inTurn(
    { requestId }: ChangeRequest,
    work: (transaction: Transaction<ServerTables>, rows: ApplicationRows, facts: UseFacts) => Promise<SaveResult>,
  ): Promise<SaveResult> {
    return this.#judge.informed((facts) =>
      this.#repeated(requestId, (transaction, rows) => work(transaction, rows, facts)),
    );
  }

  async #repeated(
    requestId: string | undefined,
    work: (transaction: Transaction<ServerTables>, rows: ApplicationRows) => Promise<SaveResult>,
  ): Promise<SaveResult> {
    // Concurrent saves of one application wait here for each other; without the lock all but one would start again repeatedly.
    const lock = this.#database.capabilities.rowLocks;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#database.transaction(async (transaction) => {
          const applications = new ApplicationRows(transaction, { lock });
          const made = requestId === undefined ? undefined : await this.#made(transaction, requestId);
          return made ?? (await work(transaction, applications));
        });
      } catch (error) {
        const overtaken = isUniqueViolation(error) || error instanceof ConcurrentSaveError;
        if (!overtaken || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** What a request has stored already: a caller that repeats it has not received the response. */
  async #made(transaction: Transaction<ServerTables>, requestId: string): Promise<SaveResult | undefined> {
    const made = await new RevisionRows(transaction, this.#vault).madeBy(requestId);
    const application = made && (await new ApplicationRows(transaction).byId(made.app_id));
    if (made === undefined || application === undefined) return undefined;
    const { revision } = made;
    const removedComponents = parseNames(made.removed_components);
    return {
      application: { ...application, revision },
      outcome: revision === 1 ? 'created' : 'updated',
      removedComponents,
    };
  }

  async #store(transaction: Transaction<ServerTables>, request: StoreRequest): Promise<SaveResult> {
    const { before, previous, source, caller, inSource } = request;
    const revisions = new RevisionRows(transaction, this.#vault);
    const known = before ?? { id: '', name: request.document.name, revision: 0 };
    await refuseOtherRevision(revisions, known, request.ifMatch);
    const { document, permitted } = await this.#accepted(transaction, request);
    const id = before?.id ?? (await this.#newId(transaction));
    if (before !== undefined && request.profiles !== undefined) {
      await new ProfileRows(transaction).become(id, request.profiles);
    }
    const workflows = withoutDeletedComponents(request.workflows ?? previous?.workflows ?? [], document.component);
    if (before !== undefined && deepEqual([previous?.document, previous?.workflows], [document, workflows])) {
      if (!deepEqual(previous?.permitted, permitted)) await revisions.permit(before, permitted);
      return { application: before, outcome: 'unchanged', removedComponents: [] };
    }
    const time = this.#clock.now();
    const change = savedChange(document, { revision: (before?.revision ?? 0) + 1, time });
    const application: ApplicationRow = {
      id,
      workflow_id: before?.workflow_id ?? randomId(this.#random),
      created_at: before?.created_at ?? time,
      deletion_task: null,
      ...change,
    };
    const applications = new ApplicationRows(transaction);
    if (before === undefined) {
      if (document.cluster !== undefined) await this.#clusters.requireFor(document, { transaction, inSource });
      await applications.insert(application);
      const { profiles = [] } = request;
      if (profiles.length > 0) await new ProfileRows(transaction).add(id, profiles);
    } else if (!(await applications.update(id, before.revision, change))) throw new ConcurrentSaveError(before.name);
    const { revision } = change;
    const components = new ComponentRows(transaction);
    const removedComponents = await components.become(id, document.component, { revision, time });
    const { rollout = {}, requestId, note, restores } = request;
    const content = { document, workflows, rollout, permitted };
    const made = {
      appId: id,
      revision,
      source,
      removedComponents,
      creator: caller.user,
      createdAt: time,
      requestId,
      note,
      restores,
    };
    await revisions.insert({ ...made, ...content });
    const outcome = before === undefined ? 'created' : 'updated';
    await appendChange(this.#database, transaction, application.project, applicationEvent(application, outcome, time));
    return { application, outcome, removedComponents };
  }

  /** The runs of an application stay when it is gone, so its id stays taken; that of another application is refused by the table. */
  async #newId(transaction: Transaction<ServerTables>): Promise<string> {
    for (;;) {
      const id = shortId(this.#random);
      const departed = transaction.selectFrom('departed_applications').select('id').where('id', '=', id);
      if ((await departed.executeTakeFirst()) === undefined) return id;
    }
  }

  async #existing(
    applications: ApplicationRows,
    { document, caller, action }: DraftRequest,
  ): Promise<ApplicationRow | undefined> {
    const sameName = await applications.byName(document);
    if (document.id === undefined || document.id === sameName?.id) return sameName;
    const meant = await applications.byId(document.id);
    const absent = new ApiError('APPLICATION_NOT_FOUND', applicationMessages.idNotFound({ app: document.id }));
    if (meant === undefined) throw absent;
    requirePermission(caller, action, meant.project, absent);
    if (sameName === undefined) return meant;
    throw nameTaken(document);
  }
}

function nameTaken(document: AnyDocument): ApiError {
  return new ApiError(
    'APPLICATION_NAME_TAKEN',
    applicationMessages.nameTaken({ place: describePlace(document), app: document.name }),
  );
}

async function refuseOtherRevision(
  revisions: RevisionRows,
  application: Pick<ApplicationRow, 'id' | 'name' | 'revision'>,
  expected: number | undefined,
): Promise<void> {
  if (expected === undefined || expected === application.revision) return;
  throw revisionConflict(application, expected, await revisions.author(application));
}

class ConcurrentSaveError extends RetryableError {
  constructor(name: string) {
    super(applicationMessages.changedMeanwhile({ app: name }), { code: 'APPLICATION_OVERTAKEN' });
  }
}
