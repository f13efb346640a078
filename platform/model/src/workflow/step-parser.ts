import { isRecord } from '@kubemin/base';
import type { Canonicaliser, WorkflowStep } from '../field/index.ts';
import { type DocumentPath, type PlainObject, type Report, reportBelow } from '../problem/index.ts';
import { validate, validateFields } from '../types/index.ts';
import { commonProperties, type StepSchema, type StepSchemas, subStepList } from './step-schema.ts';

/** What all steps of one workflow are read with. */
export interface StepParserOptions {
  readonly schemas: StepSchemas;
  readonly canonicaliser: Canonicaliser;
  readonly report: Report;
}

/** A step or sub step as its schemas read it, before it is looked at together with the rest of the document. */
export interface ParsedStep {
  readonly path: DocumentPath;
  /** All but components and sub steps. */
  readonly head: Omit<WorkflowStep, 'components' | 'subSteps'>;
  /** Whether steps of its type name components. */
  readonly naming: 'required' | 'optional' | 'none';
  /** The components it lists, in either of the two places. */
  readonly listed: readonly { readonly name: string; readonly path: DocumentPath }[];
  /** Outputs of its type and its own. */
  readonly provides: ReadonlySet<string>;
  readonly subSteps: readonly ParsedStep[];
}

/** Reads one step and its sub steps. Undefined when nothing can be made of it; its problems are reported. */
export function parseStep(input: unknown, path: DocumentPath, options: StepParserOptions): ParsedStep | undefined {
  const { canonicaliser, report } = options;
  const schema = options.schemas.for(input);
  const canonical = canonicaliser.run(schema.whole, input, path);
  if (!isRecord(canonical)) {
    validate(schema.head, canonical, { at: path, report });
    return undefined;
  }
  const fields = canonical;
  const head = validateFields(schema.head, fields, { at: path, report });
  const at = [...path, 'properties'];
  const common = validate(commonProperties, fields.properties, { at, report });
  const inputs = (head.inputs ?? []).map((each) => each.name);
  const named = [...(head.components ?? []), ...(common?.policies ?? [])].filter((name) => name !== '');
  const components = [...new Set(named)];
  const properties = parameters(schema, fields.properties, { inputs, components, report: reportBelow(report, at) });
  const inner = validate(subStepList, fields.subSteps, { at: [...path, 'subSteps'], report }) ?? [];
  const subSteps = inner.map((each, index) => parseStep(each, [...path, 'subSteps', index], options));
  // A step without a valid name is looked at all the same; it never becomes part of a document.
  const { components: listed = [], name = '', mode = 'StepByStep', ...rest } = head;
  return {
    path,
    head: { name, mode, ...rest, ...(Object.keys(properties).length === 0 ? {} : { properties }) },
    naming: schema.type?.components ?? 'required',
    listed: [
      ...listed.map((name, index) => ({ name, path: [...path, 'components', index] })),
      ...(common?.policies ?? []).map((name, index) => ({ name, path: [...at, 'policies', index] })),
    ].filter(({ name }) => name !== ''),
    provides: new Set([...(schema.type?.outputs ?? []), ...(head.outputs ?? []).map((each) => each.name)]),
    subSteps: subSteps.filter((each) => each !== undefined),
  };
}

/** The step's own parameters. Those that inputs bring at run time may be missing now. */
function parameters(
  { type }: StepSchema,
  given: unknown,
  {
    inputs,
    components,
    report,
  }: { readonly inputs: readonly string[]; readonly components: readonly string[]; readonly report: Report },
): PlainObject {
  const { policies: _, ...own } = isRecord(given) ? given : {};
  if (type === undefined) return own;
  const brought = new Set(inputs.map((name) => name.split('.')[0]));
  const accepted = validate(type.schema, own, {
    at: [],
    report: (finding) => {
      if (!brought.has(String(finding.path[0]))) report(finding);
    },
  });
  if (accepted === undefined) return own;
  type.check?.(accepted, { components, report });
  return accepted;
}
