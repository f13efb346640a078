import { RetryableError, type Vault } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { Problem } from '@kubemin/client';
import { type Engine, type GuardedUse, type RefusedUse, type UseRequest, useKey } from '@kubemin/engine';
import { deepEqual, isJsonObject } from '@kubemin/kubeapi';
import { type AnyDocument, formatPath } from '@kubemin/model';
import type { Kysely } from '@kubemin/sql';
import { type Caller, createProblem, type ServerTables } from '../api/index.ts';
import { applicationMessages, rightsMessages } from '../messages/index.ts';
import { policyKeys, profileGrants, rbacEscalations } from './rbac-guard.ts';
import type { RevisionContent } from './revision-content.ts';
import { RevisionRows } from './revision-rows.ts';

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
 * Decides whether a document may use what belongs to others: closed namespaces, accounts, roles, Secrets and ConfigMaps.
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
    if (caller.permissions.everywhere('admin')) return { problems: [], permitted: keys };
    const had =
      previous === undefined ? [] : await this.permitted(query, { appId, permitted: previous.permitted }, facts);
    // What is saved as it was gains nothing.
    if (previous !== undefined && isUnchanged(previous.document, document)) return { problems: [], permitted: had };
    const permitted = new Set(had);
    const granted = new Set([...had, ...profileGrants(document, profiles)]);
    const open = uses.filter((use) => !granted.has(useKey(use)));
    const refused = facts.refused({ appId, cluster: document.cluster, uses: open });
    const problems = [
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
    return [...uses.map(useKey), ...policyKeys(document)];
  }
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

function factKey({ appId = '', cluster = '' }: UseRequest, use: GuardedUse): string {
  return `${appId} ${cluster} ${useKey(use)}`;
}

function isUnchanged(previous: AnyDocument, { id: _id, ...document }: AnyDocument): boolean {
  const { id: _, ...before } = previous;
  return deepEqual(before, { ...document, version: document.version || before.version });
}

const FIXES: Readonly<Record<RefusedUse['code'], Message>> = {
  CLOSED_NAMESPACE: rightsMessages.useOwnNamespace,
  FOREIGN_REFERENCE: rightsMessages.shareIt,
  FOREIGN_RIGHTS: rightsMessages.renameIt,
  HOST_PRIVILEGE: rightsMessages.removeIt,
};

function refusal(document: AnyDocument, use: RefusedUse): Problem {
  const path = refusedUsePath(document, use);
  return createProblem({ path, code: use.code, message: reasonMessage(use), fix: FIXES[use.code] });
}

function reasonMessage({ code, kind, name }: RefusedUse): Message {
  switch (code) {
    case 'CLOSED_NAMESPACE':
      return rightsMessages.closedNamespace({ namespace: name });
    case 'FOREIGN_REFERENCE':
      return rightsMessages.notShared({ kind, name });
    case 'HOST_PRIVILEGE':
      return rightsMessages.hostPrivilege({ field: name });
    case 'FOREIGN_RIGHTS':
      return rightsMessages.foreignRights({ kind, name });
  }
}

/** Where the document names what is used: rendered objects do not know the single field they come from. */
function refusedUsePath(
  { namespace, component: components }: AnyDocument,
  { component, kind, name }: RefusedUse,
): string {
  if (kind === 'Namespace' && name === namespace) return 'namespace';
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
