import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import {
  applicationFields,
  applicationSchema,
  boundsFault,
  Canonicaliser,
  DEFAULT_CLUSTER,
  type ExtraField,
  extraFields,
  namedPath,
  placeKey,
  readTypeName,
  type Shapes,
  type UnknownFieldPolicy,
  type WorkflowStep,
  weave,
} from '../field/index.ts';
import { componentMessages, sourceMessages } from '../messages/index.ts';
import { checkParameters } from '../parameters/index.ts';
import {
  type PlainObject,
  ProblemList,
  type Report,
  type SourceText,
  SourceTrace,
  toJsonValue,
} from '../problem/index.ts';
import {
  type ComponentParserOptions,
  type ComponentSchemas,
  carriedEntries,
  isTemplateEntry,
  type ModelRegistry,
  OriginalPlaces,
  type ParsedComponent,
  parseComponent,
  parseTemplateEntry,
  type TemplateEntry,
  validate,
  validateFields,
  withEntries,
  withoutOpenQuestions,
} from '../types/index.ts';
import { deriveWorkflow, parseWorkflow, type StepSchemas } from '../workflow/index.ts';
import { canonicalComponent, foreignNamespace, ineffectiveFields } from './canonical-component.ts';
import { checkComponents, type Named } from './component-rules.ts';

/** What a parser reads with. */
export interface DocumentParserOptions {
  readonly registry: ModelRegistry;
  readonly shapes: Shapes;
  readonly components: ComponentSchemas;
  readonly steps: StepSchemas;
  readonly unknown: UnknownFieldPolicy;
}

const headSchema = z.object(applicationFields);
const listSchema = z.array(z.unknown()).max(1000);

/** Reads a value as a document; the document is valid only without errors among the problems. Never throws. */
export function parseDocument(
  input: unknown,
  options: DocumentParserOptions,
  text?: SourceText,
): { readonly candidate?: PlainObject; readonly problems: ProblemList } {
  const trace = new SourceTrace();
  const problems = new ProblemList((path) => text?.locate(trace.sourcePath(path)));
  const { report } = problems;
  const given = readable(input, report);
  if (given === undefined) return { problems };

  const unknown: ExtraField[] = [];
  const carried = new Set((options.unknown.carried ?? []).map(({ path }) => placeKey(path)));
  const canonicaliser = new Canonicaliser({
    shapes: options.shapes,
    report,
    trace,
    keep: (path, value) => unknown.push({ path, value: toJsonValue(value) }),
    unknownSeverity: (path) => {
      if (options.unknown.unknownFields === 'keep' || isExtension(path.at(-1))) return 'warning';
      const place = namedPath(path, (list, index) => givenName(fields[list], index));
      return carried.has(placeKey(place)) ? 'warning' : 'error';
    },
    ...(text === undefined ? {} : { scalarText: (path) => text.scalarText(path) }),
  });
  const envelope = canonicaliser.run(applicationSchema, given);
  const fields = isRecord(envelope) ? envelope : {};
  const head = validateFields(headSchema, fields, { at: [], report });
  const inputs = validate(listSchema, fields.component ?? [], { at: ['component'], report }) ?? [];
  const steps = validate(listSchema, fields.workflow ?? [], { at: ['workflow'], report }) ?? [];

  const { registry, components: schemas } = options;
  const places = new OriginalPlaces();
  const list = parseComponentList(inputs, { registry, schemas, canonicaliser, report, places });
  const { components, templates, named } = list;
  const { namespace } = head;
  const ruling = list.isResolved ? report : withoutOpenQuestions(report);
  if (namespace !== undefined) checkNamespace(namespace, report);
  const reportComponent = places.reportTo(ruling);
  checkComponents(components, { registry, named, namespace, report: reportComponent });
  const names = named.map(({ name }) => name);
  const reading = { schemas: options.steps, canonicaliser, report: ruling };
  const workflow = parseWorkflow(steps, { ...reading, names, components, reportComponent });
  const canonical = components.map((component) => canonicalComponent(component, registry));
  checkParameters(
    {
      parameters: head.parameters ?? [],
      tmpEnable: head.tmpEnable ?? false,
      components: list.isResolved ? canonical : undefined,
    },
    report,
  );
  const ineffective = [
    ...named.flatMap((each) => foreignNamespace(each, namespace)),
    ...components.flatMap((component) => ineffectiveFields(component, registry)),
  ];
  const extras = [...ineffective, ...placed(unknown, { component: named, workflow })];
  const candidate = {
    ...withoutDefaultCluster(head),
    component: canonical,
    ...(templates.length === 0 ? {} : { templates }),
    workflow: workflow.length > 0 || !list.isResolved ? workflow : deriveWorkflow(components),
    ...(extras.length === 0 ? {} : { extras }),
  };
  return { candidate, problems };
}

/** The input as an object that is small enough to be looked at, with what it carries beside it put back in place. */
function readable(input: unknown, report: Report): PlainObject | undefined {
  const fault = boundsFault(input);
  if (fault !== undefined) {
    report(fault);
    return undefined;
  }
  if (!isRecord(input)) {
    const message = sourceMessages.notAnObject;
    report({ path: [], code: 'INVALID_DOCUMENT', message, fix: sourceMessages.notAnObjectFix });
    return undefined;
  }
  const { templates, ...whole } = input;
  const entries = carriedEntries.safeParse(templates);
  if (entries.success && Array.isArray(whole.component ?? [])) {
    const components: readonly unknown[] = Array.isArray(whole.component) ? whole.component : [];
    return readable({ ...whole, component: withEntries(components, entries.data) }, report);
  }
  const { extras, ...rest } = input;
  const carried = extraFields.safeParse(extras);
  return carried.success ? readable(weave(rest, carried.data), report) : input;
}

/** Fields that are marked as the author's own, such as holders of YAML anchors, are no slips. */
function isExtension(key: string | number | undefined): boolean {
  return typeof key === 'string' && /^x-/i.test(key);
}

/** What the input calls an entry of one of its lists. */
function givenName(entries: unknown, index: number): string | undefined {
  const all: readonly unknown[] = Array.isArray(entries) ? entries : [];
  return readTypeName(all[index], ['name'])?.toLowerCase();
}

/** One way to mean the default cluster: not to name it. */
function withoutDefaultCluster({ cluster = '', ...head }: { readonly cluster?: string | undefined }): PlainObject {
  return cluster === '' || cluster === DEFAULT_CLUSTER ? head : { ...head, cluster };
}

function placed(
  unknown: readonly ExtraField[],
  lists: { readonly component: readonly Named[]; readonly workflow: readonly WorkflowStep[] },
): readonly ExtraField[] {
  const entryName = (list: string, index: number) =>
    list === 'component' || list === 'workflow' ? lists[list][index]?.name || undefined : undefined;
  return unknown.map(({ path, value }) => ({ path: namedPath(path, entryName), value }));
}

/** What stands under `component`, as far as it could be read. */
interface ParsedComponentList {
  readonly components: readonly ParsedComponent[];
  readonly templates: readonly TemplateEntry[];
  /** All entries as they are written, one by one. */
  readonly named: readonly Named[];
  /** Whether every entry is a component, so that there will be no others. */
  readonly isResolved: boolean;
}

/** Reads the list of components, which may hold entries that name a template instead. */
function parseComponentList(inputs: readonly unknown[], options: ComponentParserOptions): ParsedComponentList {
  const components: ParsedComponent[] = [];
  const templates: TemplateEntry[] = [];
  let isResolved = true;
  const named = inputs.map((input, index): Named => {
    if (isTemplateEntry(input)) {
      const parsed = parseTemplateEntry(input, index, options);
      isResolved = false;
      if (parsed.entry !== undefined) templates.push(parsed.entry);
      return parsed;
    }
    const component = parseComponent(input, ['component', index], options);
    components.push(component);
    return component;
  });
  return { components, templates, named, isResolved };
}

/** Warns of namespaces whose inhabitants keep the cluster running. */
function checkNamespace(namespace: string, report: Report): void {
  if (!namespace.startsWith('kube-')) return;
  report({
    path: ['namespace'],
    code: 'RESERVED_NAMESPACE',
    message: componentMessages.reservedNamespace({ namespace }),
    fix: componentMessages.reservedNamespaceFix,
    severity: 'warning',
  });
}
