import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import {
  field,
  foldKey,
  imageReference,
  moreEnvironment,
  type ParameterValue,
  parameterValue,
} from '../field/index.ts';
import { componentMessages } from '../messages/index.ts';
import type { PlainObject, Report } from '../problem/index.ts';
import { dataMap } from './data-map.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * An entry of `component` that names a template instead of being a component: an application whose components are made
 * for this one. Its other fields are what this application wants different, for one of those components.
 *
 * Entries stand apart from the components of a canonical document until they are resolved, since they have neither type
 * nor image of their own and nothing can be rendered from them.
 */
export interface TemplateEntry {
  /** Its place among all entries of `component`, as the author wrote them. */
  readonly index: number;
  readonly template: {
    /** The id or the name of an application. */
    readonly id: string;
    /** The template's component this entry is about. Left out: the first of its type no other entry is about. */
    readonly target?: string;
    /** Values of the template's parameters. Entries of one template share them. */
    readonly parameters?: Readonly<Record<string, ParameterValue>>;
  };
  readonly name?: string;
  readonly type?: string;
  readonly image?: string;
  readonly replicas?: number;
  readonly dependsOn?: readonly string[];
  readonly properties: { readonly env?: Texts; readonly conf?: Texts; readonly secret?: Texts };
  readonly traits: { readonly resources?: unknown; readonly share?: unknown };
}

const TEMPLATE_ALIASES = ['tem'];

/** The field by which an entry names its template. */
export function templateReference() {
  const id = field(z.string().trim().min(1), { fix: componentMessages.templateId });
  const target = field(z.string().trim().toLowerCase().min(1).optional(), {
    fix: componentMessages.templateTarget,
  });
  const parameters = field(z.record(z.string(), parameterValue()).optional(), {
    aliases: ['params', 'values'],
    fix: componentMessages.templateParameters,
  });
  return field(z.object({ id, target, parameters }), {
    aliases: TEMPLATE_ALIASES,
    fix: componentMessages.templateFormat,
  });
}

/** What an entry may change of the template's component. */
export const templateProperties = {
  /** Another place for the image, as components have it. */
  image: imageReference().min(1).optional(),
  env: moreEnvironment(),
  conf: dataMap().optional(),
  secret: dataMap({ values: 'hidden' }).optional(),
};

/** The traits an entry may give the template's component. */
export const TEMPLATE_TRAITS = ['resources', 'share'] as const;

/** Whether an entry of `component` names a template, in whatever spelling. */
export function isTemplateEntry(input: unknown): boolean {
  if (!isRecord(input)) return false;
  const spellings = ['template', ...TEMPLATE_ALIASES].map(foldKey);
  return Object.entries(input).some(
    ([key, value]) => spellings.includes(foldKey(key)) && value !== null && value !== undefined,
  );
}

// What they complain of may come with a template's components; it is asked again once those are there.
const OPEN_QUESTIONS = ['COMPONENT_NOT_FOUND', 'REFERENCE_NOT_IN_DOCUMENT', 'WORKFLOW_STEP_NO_COMPONENT'];

/** A report without problems of references, for documents whose templates are not resolved. */
export function withoutOpenQuestions(report: Report): Report {
  return (finding) => {
    if (!OPEN_QUESTIONS.includes(finding.code)) report(finding);
  };
}

/** The form in which a canonical document carries its entries. */
export const carriedEntries = z
  .array(z.looseObject({ index: z.number().int().min(0), template: z.looseObject({ id: z.string() }) }))
  .min(1);

/** The list of components with entries put where their author had them. */
export function withEntries(
  components: readonly unknown[],
  entries: readonly (PlainObject & { readonly index: number })[],
): readonly unknown[] {
  const list = [...components];
  for (const { index, ...entry } of entries.toSorted((left, right) => left.index - right.index)) {
    list.splice(index, 0, entry);
  }
  return list;
}
