import type { Message } from '@kubemin/base/message';
import { deepEqual } from '@kubemin/kubeapi';
import {
  type AnyComponent,
  type AnyDocument,
  type DocumentPath,
  deriveWorkflow,
  type Problem,
  type TemplateEntry,
  toProblem,
} from '@kubemin/model';
import { templateMessages } from '../messages/index.ts';
import { instantiateTemplate, type TemplateInstance } from './instantiate-template.ts';
import { templateFaults } from './template-faults.ts';
import { matchOverrides, type TemplateOverride } from './template-override.ts';
import { givenParameters } from './template-parameters.ts';

/** The application an entry names, by its id or its name. */
export type FindTemplate = (id: string) => AnyDocument | undefined;

/** A document with components in place of the entries that name templates. */
export interface TemplateResolution {
  /** Present exactly when no problem is an error. To be validated again: its components have not been checked together. */
  readonly document?: AnyDocument;
  readonly problems: readonly Problem[];
  /** For each of its components, the place in the given list it comes from: its own, or that of an entry. */
  readonly origins: readonly number[];
  /** Fields of the document that parameters filled, and where their values were given, or could be. */
  readonly filled: readonly { readonly path: DocumentPath; readonly source: DocumentPath }[];
}

/**
 * Makes the components of every template a document names. All entries of one template are about one set of clones. The
 * document's own components come first, then the clones, templates in the order in which they are first named.
 */
export function resolveTemplates(document: AnyDocument, findTemplate: FindTemplate): TemplateResolution {
  const { templates: entries = [], extras, ...rest } = document;
  const own = ownPlaces(document, entries);
  if (entries.length === 0) return { document, problems: [], origins: own, filled: [] };
  const { groups, problems } = grouped(document, findTemplate);
  const faults = groups.flatMap(({ template, members }) =>
    templateFaults(template, members.map(toOverride)).map(({ override = 0, path, ...reason }) =>
      problemAt(members[override], path, reason),
    ),
  );
  const errors = [...problems, ...faults];
  if (errors.length > 0) return { problems: errors, origins: [], filled: [] };

  const made = instances(document, groups);
  const component = [...document.component, ...made.flatMap(({ components }) => components)];
  const { workflow, warnings } = resolvedWorkflow(document, { groups, made, component });
  const kept = (extras ?? []).filter(({ path }) => !isOfEntry(path, entries));
  return {
    document: { ...rest, component, workflow, ...(kept.length === 0 ? {} : { extras: kept }) },
    problems: warnings,
    origins: [...own, ...groups.flatMap(clonePlaces)],
    filled: filledPlaces(document, groups, made),
  };
}

/** Where the filled fields are among all components, and the entry that gives each value: the first one for defaults. */
function filledPlaces(
  { component }: AnyDocument,
  groups: readonly Group[],
  made: readonly TemplateInstance[],
): TemplateResolution['filled'] {
  let first = component.length;
  return groups.flatMap(({ members }, index) => {
    const { components = [], filled = [] } = made[index] ?? {};
    const start = first;
    first += components.length;
    const { sources } = givenParameters(members.map(toOverride));
    return filled.map(({ component: place, path, parameter }) => ({
      path: ['component', start + place, ...path],
      source: ['component', members[sources.get(parameter) ?? 0]?.index ?? 0, 'template', 'parameters', parameter],
    }));
  });
}

interface Group {
  readonly template: AnyDocument;
  readonly members: readonly TemplateEntry[];
}

function grouped(document: AnyDocument, findTemplate: FindTemplate) {
  const members = new Map<AnyDocument, TemplateEntry[]>();
  const problems: Problem[] = [];
  for (const entry of document.templates ?? []) {
    const template = findTemplate(entry.template.id);
    if (template === undefined) problems.push(problemAt(entry, ['template', 'id'], notFound(entry)));
    else if (isSame(template, document)) problems.push(problemAt(entry, ['template', 'id'], OF_ITSELF));
    else members.set(template, [...(members.get(template) ?? []), entry]);
  }
  const groups = [...members].map(([template, list]): Group => ({ template, members: list }));
  return { groups, problems };
}

function instances(document: AnyDocument, groups: readonly Group[]): readonly TemplateInstance[] {
  const { name: app, namespace, component, templates = [] } = document;
  const made: TemplateInstance[] = [];
  for (const { template, members } of groups) {
    const others = templates.filter((entry) => !members.includes(entry)).map(({ name }) => name);
    const taken = [...component, ...made.flatMap(({ components }) => components)].map(({ name }) => name);
    made.push(
      instantiateTemplate(template, {
        app,
        namespace,
        overrides: members.map(toOverride),
        taken: [...taken, ...others.filter((name) => name !== undefined)],
      }),
    );
  }
  return made;
}

/**
 * The document's own workflow where it has one. That of a template means something only where its components are all
 * there is; in any other company a workflow is made from the components, as for every document without one.
 */
function resolvedWorkflow(
  document: AnyDocument,
  resolved: {
    readonly groups: readonly Group[];
    readonly made: readonly TemplateInstance[];
    readonly component: readonly AnyComponent[];
  },
): { readonly workflow: AnyDocument['workflow']; readonly warnings: readonly Problem[] } {
  const { groups, made, component } = resolved;
  if (document.workflow.length > 0) return { workflow: document.workflow, warnings: [] };
  const special = groups.filter(({ template }) => !deepEqual(template.workflow, deriveWorkflow(template.component)));
  const [only] = made;
  if (special.length === 1 && made.length === 1 && only !== undefined && document.component.length === 0) {
    return { workflow: only.workflow, warnings: [] };
  }
  const warnings = special.map(({ template, members: [first] }) => ({
    ...problemAt(first, ['template'], {
      code: 'TEMPLATE_WORKFLOW_IGNORED',
      message: templateMessages.workflowIgnored({ name: template.name }),
      fix: templateMessages.workflowIgnoredFix,
    }),
    severity: 'warning' as const,
  }));
  return { workflow: deriveWorkflow(component), warnings };
}

function toOverride({ index: _, template: { target, parameters }, ...override }: TemplateEntry): TemplateOverride {
  return { ...override, ...(target !== undefined && { target }), ...(parameters !== undefined && { parameters }) };
}

function ownPlaces({ component }: AnyDocument, entries: readonly TemplateEntry[]): readonly number[] {
  const places = new Set(entries.map(({ index }) => index));
  const all = Array.from({ length: component.length + entries.length }, (_, index) => index);
  return all.filter((index) => !places.has(index)).slice(0, component.length);
}

/** The entries the clones of a template are blamed on; what no entry is about is blamed on the first. */
function clonePlaces({ template, members }: Group): readonly number[] {
  const { byComponent } = matchOverrides(template.component, members.map(toOverride));
  return template.component.map(({ name }) => members[byComponent.get(name) ?? 0]?.index ?? 0);
}

/** Fields of entries beyond what they may change have no effect, and must not find its way into a clone of their name. */
function isOfEntry([list, place]: DocumentPath, entries: readonly TemplateEntry[]): boolean {
  if (list !== 'component') return false;
  return typeof place === 'number' || entries.some(({ name }) => name === place);
}

function isSame(template: AnyDocument, document: AnyDocument): boolean {
  if (document.id !== undefined && template.id !== undefined) return document.id === template.id;
  const { name, namespace, project } = document;
  return template.name === name && template.namespace === namespace && template.project === project;
}

interface Reason {
  readonly code: string;
  readonly message: Message;
  readonly fix?: Message;
}

const OF_ITSELF: Reason = {
  code: 'TEMPLATE_OF_ITSELF',
  message: templateMessages.ofItself,
  fix: templateMessages.ofItselfFix,
};

function notFound({ template: { id } }: TemplateEntry): Reason {
  return {
    code: 'TEMPLATE_NOT_FOUND',
    message: templateMessages.notFound({ id }),
    fix: templateMessages.notFoundFix,
  };
}

function problemAt(entry: TemplateEntry | undefined, path: DocumentPath, reason: Reason): Problem {
  return toProblem({ path: ['component', entry?.index ?? 0, ...path], ...reason });
}
