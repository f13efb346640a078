import type { Vault } from '@kubemin/base';
import type { Problem } from '@kubemin/client';
import { isJsonObject } from '@kubemin/kubeapi';
import { type AnyDocument, type DocumentReader, formatPath, type Profiles, type ProfileUse } from '@kubemin/model';
import { resolveTemplates, type TemplateResolution } from '@kubemin/render';
import type { Kysely } from '@kubemin/sql';
import {
  type ApplicationRow,
  ApplicationRows,
  createProblem,
  type DocumentReading,
  type ProfileRow,
  type ProjectSet,
  type ServerTables,
} from '../api/index.ts';
import { applicationMessages } from '../messages/index.ts';
import { ProfileRows } from './profiles/profile-rows.ts';
import { RevisionRows } from './revision-rows.ts';

/** Puts the components of stored templates into documents that name them, and checks what comes of it. */
export class TemplateResolver {
  readonly #query: Kysely<ServerTables>;
  readonly #vault: Vault;
  readonly #model: Pick<DocumentReader, 'parse'>;

  constructor(options: {
    readonly query: Kysely<ServerTables>;
    readonly vault: Vault;
    readonly model: Pick<DocumentReader, 'parse'>;
  }) {
    this.#query = options.query;
    this.#vault = options.vault;
    this.#model = options.model;
  }

  /** Resolves the whole document with templates of `projects`: every problem is reported where its author can fix it. */
  async resolve(reading: DocumentReading, projects: ProjectSet): Promise<DocumentReading> {
    const { document, warnings } = reading;
    if (document?.templates === undefined) return reading;
    const stored = { query: this.#query, vault: this.#vault };
    const { found, problems: templateProblems } = await storedTemplates(stored, document, projects);
    const resolution = resolveTemplates(document, (id) => found.get(id));
    const findings = [...templateProblems, ...resolution.problems];
    if (resolution.document === undefined || templateProblems.length > 0) {
      return { ...reading, document: undefined, errors: findings.filter(isError) };
    }
    const inSource = (problem: Problem) => placed(problem, resolution);
    const whole = this.#model.parse(resolution.document);
    const all = distinct([...warnings, ...findings, ...whole.problems.map(inSource)]);
    return {
      document: whole.document,
      errors: all.filter(isError),
      warnings: all.filter((problem) => !isError(problem)),
      inSource,
    };
  }
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** A problem of a component as one of the entry that the component comes from, or of the parameter that filled the field. */
function placed(problem: Problem, { origins, filled }: Pick<TemplateResolution, 'origins' | 'filled'>): Problem {
  const parameter = filled.find((field) => formatPath(field.path) === problem.path);
  if (parameter !== undefined) return { ...problem, path: formatPath(parameter.source) };
  const path = problem.path.replace(/^component\[(\d+)\]/, (whole, index: string) => {
    const origin = origins[Number(index)];
    return origin === undefined ? whole : `component[${origin}]`;
  });
  return { ...problem, path };
}

/** Each problem once, as it was reported first: then it has its place in the text. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Map<string, Problem>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.path, problem.code, problem.message]);
    if (!seen.has(key)) seen.set(key, problem);
  }
  return [...seen.values()];
}

/** The applications a document names as its templates, as far as they are stored. */
interface StoredTemplates {
  /** By what the document calls them. */
  readonly found: ReadonlyMap<string, AnyDocument>;
  /** Names that more than one application has. */
  readonly problems: readonly Problem[];
}

/** Looks up the templates a document names, each by its id or else by its name, in the projects its author may read. */
async function storedTemplates(
  { query, vault }: { readonly query: Kysely<ServerTables>; readonly vault: Vault },
  document: AnyDocument,
  projects: ProjectSet,
): Promise<StoredTemplates> {
  const applications = new ApplicationRows(query);
  const revisions = new RevisionRows(query, vault);
  const found = new Map<string, AnyDocument>();
  // One application is one template, whichever of its names it is called by.
  const documents = new Map<string, AnyDocument>();
  const problems: Problem[] = [];
  for (const { index, template } of document.templates ?? []) {
    if (found.has(template.id)) continue;
    const candidates = await candidatesFor(template.id, { applications, document, projects });
    const [row, ...others] = candidates;
    if (row === undefined) continue;
    if (others.length > 0) problems.push(ambiguous(`component[${index}].template.id`, template.id, candidates));
    // A stored document leaves out the id its row has; clones should name it as their origin.
    const known = documents.get(row.id) ?? { ...(await revisions.current(row)), id: row.id };
    documents.set(row.id, known);
    found.set(template.id, known);
  }
  return { found, problems };
}

/** Which template may be meant: the one of the id, a neighbour of that name, or any other of that name, templates first. */
async function candidatesFor(
  id: string,
  {
    applications,
    document,
    projects,
  }: { readonly applications: ApplicationRows; readonly document: AnyDocument; readonly projects: ProjectSet },
): Promise<readonly ApplicationRow[]> {
  const { project, cluster, namespace } = document;
  const name = id.toLowerCase();
  const exact =
    (await applications.byId(id)) ??
    (await applications.byName({ project, namespace, name, ...(cluster !== undefined && { cluster }) }));
  if (exact !== undefined && (projects === 'all' || projects.includes(exact.project))) return [exact];
  const elsewhere = await applications.list({ name }, projects);
  const templates = elsewhere.filter((row) => row.tmp_enable === 1);
  return templates.length > 0 ? templates : elsewhere.slice(0, 1);
}

function ambiguous(path: string, name: string, candidates: readonly ApplicationRow[]): Problem {
  const places = candidates.map(({ id, namespace, project }) =>
    project === ''
      ? applicationMessages.templateIn({ id, namespace })
      : applicationMessages.templateInProject({ id, project, namespace }),
  );
  return createProblem({
    path,
    code: 'TEMPLATE_AMBIGUOUS',
    message: applicationMessages.templateAmbiguous({ name, candidates: places }),
    fix: applicationMessages.useTemplateId,
  });
}

/** A reading with the profiles it refers to written out. */
export interface ResolvedReading extends DocumentReading {
  readonly profiles: readonly ProfileUse[];
}

/** Writes the profiles that documents refer to into them: what is stored does not change when a profile does. */
export class ProfileResolver {
  readonly #query: Kysely<ServerTables>;
  readonly #model: Pick<DocumentReader, 'resolveProfiles'>;

  constructor(query: Kysely<ServerTables>, model: Pick<DocumentReader, 'resolveProfiles'>) {
    this.#query = query;
    this.#model = model;
  }

  /** All profiles there are now. */
  async load(): Promise<Profiles> {
    return groupProfiles(await new ProfileRows(this.#query).list());
  }

  async resolve(reading: DocumentReading): Promise<ResolvedReading> {
    const { document } = reading;
    // Most documents refer to none, and need not be read again.
    const refers = document !== undefined && JSON.stringify(document.component).includes('"profile"');
    return refers ? this.resolveWith(reading, await this.load()) : { ...reading, profiles: [] };
  }

  /** The same with profiles that were loaded before. */
  resolveWith(reading: DocumentReading, profiles: Profiles): ResolvedReading {
    if (reading.document === undefined) return { ...reading, profiles: [] };
    const { document: resolved, problems, uses } = this.#model.resolveProfiles(reading.document, profiles);
    if (uses.length === 0) return { ...reading, profiles: [] };
    const errors = problems.filter(isError).map(reading.inSource);
    return { ...reading, document: resolved, errors, profiles: uses };
  }
}

function groupProfiles(rows: readonly ProfileRow[]): Profiles {
  const kinds = Object.entries(Object.groupBy(rows, ({ kind }) => kind));
  return Object.fromEntries(
    kinds.map(([kind, all = []]) => [kind, Object.fromEntries(all.map((row) => [row.name, profileSettings(row)]))]),
  );
}

/** The content of a stored profile. */
export function profileSettings({ settings }: Pick<ProfileRow, 'settings'>) {
  const value: unknown = JSON.parse(settings);
  return isJsonObject(value) ? value : {};
}
