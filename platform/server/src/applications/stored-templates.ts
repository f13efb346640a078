import type { Vault } from '@kubemin/base';
import type { Problem } from '@kubemin/client';
import type { AnyDocument } from '@kubemin/model';
import type { Kysely } from '@kubemin/sql';
import { type ApplicationRow, createProblem, type ProjectSet, type ServerTables } from '../api/index.ts';
import { ApplicationRows } from '../clusters/index.ts';
import { applicationMessages } from '../messages/index.ts';
import { RevisionRows } from './revision-rows.ts';

/** The applications a document names as its templates, as far as they are stored. */
export interface StoredTemplates {
  /** By what the document calls them. */
  readonly found: ReadonlyMap<string, AnyDocument>;
  /** Names that more than one application has. */
  readonly problems: readonly Problem[];
}

/** Looks up the templates a document names, each by its id or else by its name, in the projects its author may read. */
export async function storedTemplates(
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
