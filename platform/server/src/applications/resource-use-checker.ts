import { RetryableError, type Vault } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { Problem } from '@kubemin/client';
import {
  type Engine,
  type GuardedUse,
  type ProjectBinding,
  projectBinding,
  type RefusedUse,
  refusedPlaces,
  type UseRequest,
  useKey,
} from '@kubemin/engine';
import { deepEqual, isJsonObject } from '@kubemin/kubeapi';
import { type AnyDocument, DEFAULT_CLUSTER, type DocumentReader, formatPath } from '@kubemin/model';
import type { Kysely, Transaction } from '@kubemin/sql';
import { type Caller, createProblem, type ServerTables } from '../api/index.ts';
import { applicationMessages, rightsMessages } from '../messages/index.ts';
import { ProjectRows } from '../projects/index.ts';
import { profileSettings } from './document-references.ts';
import { ProfileRows } from './profiles/profile-rows.ts';
import { policyKeys, profileGrants, rbacEscalations } from './rbac-guard.ts';
import { type RevisionContent, RevisionRows } from './revision-rows.ts';

/** What a document uses of others: what stands against it, and what of it the application is permitted from now on. */
export interface JudgedUses {
  readonly problems: readonly Problem[];
  readonly permitted: readonly string[];
}

/** A document, and what decides what it may use. */
export interface JudgeRequest {
  /** Undefined for an application that is not stored yet. */
  readonly appId: string | undefined;
  readonly document: AnyDocument;
  /** What the application is before. */
  readonly previous: RevisionContent | undefined;
  readonly caller: Pick<Caller, 'permissions'>;
  readonly profiles: readonly unknown[];
}

export interface UseJudgeOptions {
  readonly engine: Pick<Engine, 'uses' | 'refusedUses'>;
  /** The names of all who are administrators of the whole platform now. */
  readonly administrators: () => Promise<ReadonlySet<string>>;
  readonly vault: Vault;
}

const MOST_LOOKS = 5;

/**
 * Decides whether a document may use what belongs to others: closed namespaces, accounts, roles, Secrets and ConfigMaps,
 * and whether its project may use its cluster and namespaces, which only bindings of projects decide.
 * An administrator of the whole platform may, and what they save is permitted to the application until a revision does
 * without it. Other users may use what is permitted already, what profiles offer, and what belongs to no application.
 */
export class ResourceUseChecker {
  readonly #options: UseJudgeOptions;

  constructor(options: UseJudgeOptions) {
    this.#options = options;
  }

  /**
   * Does work that judges, with all it has to know. What is missing is looked up between two attempts, since no
   * transaction may wait for a cluster.
   */
  async informed<T>(work: (facts: UseFacts) => Promise<T>): Promise<T> {
    const facts = new UseFacts();
    for (let look = 1; ; look += 1) {
      try {
        return await work(facts);
      } catch (error) {
        if (!(error instanceof FactsNeeded) || look === MOST_LOOKS) throw error;
        if (error.request === undefined) facts.administrators = await this.#options.administrators();
        else facts.learn(error.request, await this.#options.engine.refusedUses(error.request));
      }
    }
  }

  async judge(query: Kysely<ServerTables>, request: JudgeRequest, facts: UseFacts): Promise<JudgedUses> {
    const { appId, document, previous, caller, profiles } = request;
    const uses = this.#options.engine.uses(document);
    const keys = this.keys(document, uses);
    const places = await placeProblems(query, { document, uses, caller });
    if (caller.permissions.everywhere('admin')) return { problems: places, permitted: keys };
    const had =
      previous === undefined ? [] : await this.permitted(query, { appId, permitted: previous.permitted }, facts);
    // What is saved as it was gains nothing.
    if (previous !== undefined && isUnchanged(previous.document, document)) return { problems: places, permitted: had };
    const permitted = new Set(had);
    const granted = new Set([...had, ...profileGrants(document, profiles)]);
    // What another project has in its namespaces must not show, not even by a second problem.
    const open = places.length > 0 ? [] : uses.filter((use) => !granted.has(useKey(use)));
    const { project, cluster } = document;
    const refused = facts.refused({ appId, project, cluster, uses: open });
    const problems = [
      ...places,
      ...rbacEscalations(document, { permitted, profiles }),
      ...refused.map((use) => refusal(document, use)),
    ];
    return { problems: distinct(problems), permitted: keys.filter((key) => granted.has(key)) };
  }

  /**
   * What a revision permits. Revisions of versions that did not write it down permit what the newest of them has that an
   * administrator saved.
   */
  async permitted(
    query: Kysely<ServerTables>,
    { appId, permitted }: { readonly appId: string | undefined; readonly permitted: readonly string[] | undefined },
    facts: UseFacts,
  ): Promise<readonly string[]> {
    if (permitted !== undefined || appId === undefined) return permitted ?? [];
    const administrators = facts.administrators;
    if (administrators === undefined) throw new FactsNeeded();
    const rows = new RevisionRows(query, this.#options.vault);
    const saved = (await rows.creators(appId)).find(({ creator }) => administrators.has(creator));
    const document = saved && (await rows.document(appId, saved.revision));
    if (document === undefined) return [];
    return this.keys(document);
  }

  /** The keys of all that a document uses and grants. */
  keys(document: AnyDocument, uses = this.#options.engine.uses(document)): readonly string[] {
    return [...uses.map(useKey), ...(hasGrants(document) ? policyKeys(document) : [])];
  }
}

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
  const profiles = hasGrants(document) ? (await new ProfileRows(transaction).list('rbac')).map(profileSettings) : [];
  return judge.judge(transaction, { ...request, document, profiles }, facts);
}

/** Most documents grant nothing, and need no profiles to be judged. */
function hasGrants({ component }: AnyDocument): boolean {
  return component.some(({ traits }) => 'rbac' in traits);
}

/** What had to be looked up elsewhere to judge a document. */
export class UseFacts {
  administrators: ReadonlySet<string> | undefined;
  readonly #judged = new Map<string, RefusedUse | undefined>();

  /** Which of the uses are refused; throws FactsNeeded when that is not known. */
  refused(request: UseRequest): readonly RefusedUse[] {
    const unknown = request.uses.filter((use) => !this.#judged.has(factKey(request, use)));
    if (unknown.length > 0) throw new FactsNeeded({ ...request, uses: unknown });
    return request.uses.flatMap((use) => this.#judged.get(factKey(request, use)) ?? []);
  }

  learn(request: UseRequest, refused: readonly RefusedUse[]): void {
    for (const use of request.uses) this.#judged.set(factKey(request, use), undefined);
    for (const use of refused) this.#judged.set(factKey(request, use), use);
  }
}

/** Ends an attempt that cannot go on without knowing more. */
class FactsNeeded extends RetryableError {
  /** Undefined: who the administrators are. */
  readonly request: UseRequest | undefined;

  constructor(request?: UseRequest) {
    super(applicationMessages.usesChanged, { code: 'USES_UNKNOWN' });
    this.request = request;
  }
}

function factKey({ appId = '', project, cluster = '' }: UseRequest, use: GuardedUse): string {
  return `${appId} ${cluster} ${project} ${useKey(use)}`;
}

function isUnchanged(previous: AnyDocument, { id: _id, ...document }: AnyDocument): boolean {
  const { id: _, ...before } = previous;
  return deepEqual(before, { ...document, version: document.version || before.version });
}

/**
 * What the bindings of projects refuse. A caller who may not see the project of the document learns nothing of its
 * binding; they cannot save the document anyway.
 */
async function placeProblems(
  query: Kysely<ServerTables>,
  { document, uses, caller }: Pick<JudgeRequest, 'document' | 'caller'> & { readonly uses: readonly GuardedUse[] },
): Promise<readonly Problem[]> {
  const { project, cluster = DEFAULT_CLUSTER } = document;
  if (!caller.permissions.sees(project)) return [];
  const bindings = await new ProjectRows(query).bindings();
  const binding = projectBinding(bindings, project);
  const problems = refusedPlaces(uses, { project, cluster, bindings }).map((use) =>
    use.code === 'CLUSTER_NOT_BOUND' ? clusterRefusal(cluster, binding) : refusal(document, use, binding),
  );
  return distinct(problems);
}

function clusterRefusal(cluster: string, binding: ProjectBinding | undefined): Problem {
  const { project = '', clusters = [] } = binding ?? {};
  return createProblem({
    path: 'cluster',
    code: 'CLUSTER_NOT_BOUND',
    message: rightsMessages.clusterNotBound({ project, cluster }),
    fix: rightsMessages.useClusters({ clusters }),
  });
}

const FIXES: Readonly<Record<RefusedUse['code'], Message>> = {
  CLOSED_NAMESPACE: rightsMessages.useOwnNamespace,
  FOREIGN_REFERENCE: rightsMessages.shareIt,
  FOREIGN_RIGHTS: rightsMessages.renameIt,
  HOST_PRIVILEGE: rightsMessages.removeIt,
  EXTERNAL_ADDRESS: rightsMessages.removeIt,
  REFERENCE_NOT_ALLOWED: rightsMessages.addReference,
  CLUSTER_NOT_BOUND: rightsMessages.bindProject,
  NAMESPACE_NOT_BOUND: rightsMessages.bindProject,
  NAMESPACE_OF_PROJECT: rightsMessages.useFreeNamespace,
};

function refusal(document: AnyDocument, use: RefusedUse, binding?: ProjectBinding): Problem {
  const { code } = use;
  const path = refusedUsePath(document, use);
  const fix =
    code === 'NAMESPACE_NOT_BOUND' && use.kind === 'Namespace' && binding !== undefined
      ? rightsMessages.useNamespaces({ namespaces: binding.namespaces })
      : FIXES[code];
  return createProblem({ path, code, message: reasonMessage(use, document), fix });
}

function reasonMessage({ code, kind, namespace, name }: RefusedUse, { project, cluster }: AnyDocument): Message {
  const isNamespace = kind === 'Namespace';
  switch (code) {
    case 'CLUSTER_NOT_BOUND':
      return rightsMessages.clusterNotBound({ project, cluster: cluster ?? DEFAULT_CLUSTER });
    case 'NAMESPACE_NOT_BOUND':
      return isNamespace
        ? rightsMessages.namespaceNotBound({ namespace: name, project })
        : rightsMessages.referenceOutside({ kind, name, namespace, project });
    case 'NAMESPACE_OF_PROJECT':
      return isNamespace
        ? rightsMessages.namespaceOfProject({ namespace: name })
        : rightsMessages.referenceOfProject({ kind, name, namespace });
    case 'REFERENCE_NOT_ALLOWED':
      return rightsMessages.referenceNotAllowed({ kind, name, project });
    case 'CLOSED_NAMESPACE':
      return rightsMessages.closedNamespace({ namespace: name });
    case 'FOREIGN_REFERENCE':
      return rightsMessages.notShared({ kind, name });
    case 'HOST_PRIVILEGE':
      return rightsMessages.hostPrivilege({ field: name });
    case 'EXTERNAL_ADDRESS':
      return rightsMessages.externalAddress({ field: name });
    case 'FOREIGN_RIGHTS':
      return rightsMessages.foreignRights({ kind, name });
  }
}

/** Where the document names what is used: rendered objects do not know the single field they come from. */
function refusedUsePath(
  { namespace, component: components, workflow }: AnyDocument,
  { component, kind, name }: RefusedUse,
): string {
  if (kind === 'Namespace' && name === namespace) return 'namespace';
  if (component === '') return formatPath(['workflow', ...(placeOfText(workflow, name) ?? [])]);
  const index = components.findIndex((each) => each.name === component);
  const found = components[index];
  if (found === undefined) return '';
  const path = placeOfText(found.traits, name) ?? placeOfText(found.properties, name);
  const prefix = path === undefined || placeOfText(found.traits, name) !== undefined ? 'traits' : 'properties';
  return formatPath(['component', index, ...(path === undefined ? [] : [prefix, ...path])]);
}

/** Where a text stands, or a field of that name that is true. */
function placeOfText(value: unknown, text: string): readonly (string | number)[] | undefined {
  if (value === text) return [];
  if (isJsonObject(value) && value[text] === true) return [text];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  for (const [key, inner] of entries) {
    const path = placeOfText(inner, text);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}

function distinct(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.path} ${problem.message}`, problem])).values()];
}
