import { type Clock, type Random, RetryableError, randomId, type Vault } from '@kubemin/base';
import type { DocumentText, Problem } from '@kubemin/client';
import { deepEqual } from '@kubemin/kubeapi';
import { type AnyDocument, DEFAULT_VERSION, type DocumentReader } from '@kubemin/model';
import { isUniqueViolation, type SqlDatabase, type Transaction } from '@kubemin/sql';
import { demand, demandNamed } from '../access/admission.ts';
import type { Caller } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { applicationEvent } from '../live/change-event.ts';
import { appendChange } from '../live/change-log.ts';
import { type ApplicationChange, ApplicationRows } from './application-rows.ts';
import { ComponentRows } from './component-rows.ts';
import { refuseWhileDeleting } from './deletions.ts';
import { brokenRules } from './document-reader.ts';
import { noApplication } from './no-application.ts';
import { rbacEscalations } from './rbac-guard.ts';
import { RevisionRows } from './revision-rows.ts';
import { unmaskSecrets } from './secret-mask.ts';
import type { ApplicationRow, ServerTables } from './tables.ts';

/** A document to store, and where it comes from. */
export interface SaveRequest {
  readonly document: AnyDocument;
  readonly source: DocumentText;
  readonly caller: Caller;
  /** Tells a problem of the document where its author wrote what is to blame. */
  readonly inSource: (problem: Problem) => Problem;
}

/** A change of what an application is. */
export interface AmendRequest {
  readonly appId: string;
  /** Makes the new document of the present one; earlier ones can be looked up. */
  readonly edit: (
    current: AnyDocument,
    at: (revision: number) => Promise<AnyDocument | undefined>,
  ) => AnyDocument | Promise<AnyDocument>;
  readonly caller: Caller;
}

interface StoreRequest extends SaveRequest {
  readonly before: ApplicationRow | undefined;
  readonly previous: AnyDocument | undefined;
}

/** What a save did. */
export interface SaveResult {
  readonly application: ApplicationRow;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly removedComponents: readonly string[];
}

// Two savers of one new name, or of one application: the second begins anew and finds what the first has made.
const ATTEMPTS = 5;

/** Stores application, components and revision in one transaction: all of it or nothing. */
export class ApplicationSaver {
  readonly #database: SqlDatabase<ServerTables>;
  readonly #vault: Vault;
  readonly #model: Pick<DocumentReader, 'checkChanges'>;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(options: {
    readonly database: SqlDatabase<ServerTables>;
    readonly vault: Vault;
    readonly model: Pick<DocumentReader, 'checkChanges'>;
    readonly clock: Clock;
    readonly random: Random;
  }) {
    this.#database = options.database;
    this.#vault = options.vault;
    this.#model = options.model;
    this.#clock = options.clock;
    this.#random = options.random;
  }

  save(request: SaveRequest): Promise<SaveResult> {
    const { document, source, caller, inSource } = request;
    return this.#inTurn(async (transaction, applications) => {
      demandNamed(caller, 'deploy', document.project);
      const before = await this.#existing(applications, document, caller);
      const previous = before && (await new RevisionRows(transaction, this.#vault).current(before));
      const { document: unmasked, problems } = unmaskSecrets(document, previous);
      if (problems.length > 0) throw brokenRules(problems.map(inSource));
      return this.#store(transaction, { before, previous, document: unmasked, source, caller, inSource });
    });
  }

  /** Changes an application from what it is when its turn comes, so that no change of others is lost. */
  amend(request: AmendRequest): Promise<SaveResult> {
    return this.#inTurn(async (transaction, applications) => {
      const before = await applications.byId(request.appId);
      if (before === undefined) throw noApplication(request.appId);
      const previous = await new RevisionRows(transaction, this.#vault).current(before);
      const document = await request.edit(previous, (revision) =>
        new RevisionRows(transaction, this.#vault).document(before.id, revision),
      );
      const source: DocumentText = { text: `${JSON.stringify(document, null, 2)}\n`, format: 'json' };
      const inSource = (problem: Problem): Problem => problem;
      // What an earlier revision says may lead to a project where others decide.
      if (document.project !== before.project) demandNamed(request.caller, 'deploy', document.project);
      return this.#store(transaction, { before, previous, document, source, caller: request.caller, inSource });
    });
  }

  async #inTurn(work: (transaction: Transaction<ServerTables>, rows: ApplicationRows) => Promise<SaveResult>) {
    // Many savers of one application wait here for each other; without the lock all but one would begin anew, and anew.
    const lock = this.#database.capabilities.rowLocks;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#database.transaction((transaction) =>
          work(transaction, new ApplicationRows(transaction, { lock })),
        );
      } catch (error) {
        const overtaken = isUniqueViolation(error) || error instanceof OvertakenError;
        if (!overtaken || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async #store(
    transaction: Transaction<ServerTables>,
    { before, previous, document: given, source, caller, inSource }: StoreRequest,
  ): Promise<SaveResult> {
    if (before !== undefined) refuseWhileDeleting(before);
    const changes = previous === undefined ? [] : this.#model.checkChanges(previous, given);
    const refused: Problem[] = changes.filter((problem) => problem.severity === 'error');
    refused.push(...rbacEscalations(given, { previous, caller }));
    if (refused.length > 0) throw brokenRules(refused.map(inSource));
    const id = before?.id ?? randomId(this.#random);
    // The row knows the id; a stored document is one that could be applied anywhere.
    const { id: _, ...rest } = given;
    const document = { ...rest, version: rest.version || previous?.version || DEFAULT_VERSION };
    if (before !== undefined && deepEqual(previous, document)) {
      return { application: before, outcome: 'unchanged', removedComponents: [] };
    }
    const time = this.#clock.now();
    const change = changeOf(document, { revision: (before?.revision ?? 0) + 1, time });
    const application: ApplicationRow = {
      id,
      workflow_id: before?.workflow_id ?? randomId(this.#random),
      created_at: before?.created_at ?? time,
      deletion_task: null,
      ...change,
    };
    const applications = new ApplicationRows(transaction);
    if (before === undefined) await applications.insert(application);
    else if (!(await applications.update(id, before.revision, change))) throw new OvertakenError(id);
    const { revision } = change;
    const components = new ComponentRows(transaction);
    const removedComponents = await components.become(id, document.component, { revision, time });
    const revisions = new RevisionRows(transaction, this.#vault);
    const creator = caller.user;
    await revisions.insert({ appId: id, revision, document, source, removedComponents, creator, createdAt: time });
    const outcome = before === undefined ? 'created' : 'updated';
    await appendChange(transaction, application.project, applicationEvent(application, outcome, time));
    return { application, outcome, removedComponents };
  }

  async #existing(
    applications: ApplicationRows,
    document: AnyDocument,
    caller: Caller,
  ): Promise<ApplicationRow | undefined> {
    const sameName = await applications.byName(document);
    if (document.id === undefined || document.id === sameName?.id) return sameName;
    const meant = await applications.byId(document.id);
    const words = `there is no application ${document.id}; leave \`id\` out to create one`;
    const absent = new Refusal('APPLICATION_NOT_FOUND', words);
    if (meant === undefined) throw absent;
    demand(caller, 'deploy', meant.project, absent);
    if (sameName === undefined) return meant;
    const place =
      document.project === ''
        ? `namespace ${document.namespace}`
        : `project ${document.project}, namespace ${document.namespace}`;
    throw new Refusal(
      'APPLICATION_NAME_TAKEN',
      `${place} has an application called ${document.name} already (${sameName.id}); choose another name`,
    );
  }
}

class OvertakenError extends RetryableError {
  constructor(appId: string) {
    super(`application ${appId} was changed by somebody else at the same moment`, { code: 'APPLICATION_OVERTAKEN' });
  }
}

function changeOf(
  document: AnyDocument & { readonly version: string },
  at: { readonly revision: number; readonly time: number },
): ApplicationChange {
  const { name, namespace, project, alias, version, description, icon } = document;
  const texts = { name, namespace, project, alias, version, description, icon };
  return { ...texts, tmp_enable: document.tmpEnable ? 1 : 0, revision: at.revision, updated_at: at.time };
}
