import * as z from 'zod';
import { applicationFields, applicationSchema } from './application.ts';
import type { BuiltinRegistry } from './builtin.ts';
import { Canonicaliser } from './canonicaliser.ts';
import { parseComponent } from './component-parser.ts';
import { checkComponents } from './component-rules.ts';
import { ComponentSchemas } from './component-schema.ts';
import { deriveWorkflow } from './derive-workflow.ts';
import type { AnyDocument, AppDocument } from './document.ts';
import { validate } from './issue.ts';
import { documentJsonSchema } from './json-schema.ts';
import { isPlainObject } from './plain-object.ts';
import type { Problem } from './problem.ts';
import { ProblemList } from './problem-list.ts';
import type { ModelRegistry } from './registry.ts';
import { readText, type SourceText } from './source-text.ts';
import { SourceTrace } from './source-trace.ts';
import { StepSchemas } from './step-schema.ts';
import { parseWorkflow } from './workflow-parser.ts';

/** What reading a document gives. */
export interface ParseResult<R extends ModelRegistry = BuiltinRegistry> {
  /** Present exactly when no problem is an error. */
  readonly document?: AppDocument<R>;
  readonly problems: readonly Problem[];
}

/** Reads application documents: any accepted spelling in, the canonical document and all problems out. Never throws. */
export interface Model<R extends ModelRegistry = BuiltinRegistry> {
  /** Reads an already parsed value, such as a request body. */
  parse(input: unknown): ParseResult<R>;
  /** Reads JSON (comments allowed) or YAML; problems carry their line and column. */
  parseText(text: string, options?: { readonly fileName?: string }): ParseResult<R>;
  /** A JSON Schema of the canonical spelling, for editors and forms. */
  jsonSchema(): unknown;
}

/** A model seen by those who don't care which registry it was made from. */
export interface DocumentReader {
  parseText(
    text: string,
    options?: { readonly fileName?: string },
  ): { readonly document?: AnyDocument; readonly problems: readonly Problem[] };
}

const headSchema = z.object(applicationFields);
const listSchema = z.array(z.unknown()).max(1000);

/** Makes a model that knows exactly the component types, traits and job types of `registry`. */
export function createModel<const R extends ModelRegistry>(registry: R): Model<R> {
  const schemas = new ComponentSchemas(registry);
  const stepSchemas = new StepSchemas(registry.jobTypes);

  function read(input: unknown, text?: SourceText): ParseResult<R> {
    const trace = new SourceTrace();
    const problems = new ProblemList((path) => text?.locate(trace.sourceOf(path)));
    const { report } = problems;
    if (!isPlainObject(input)) {
      const message = 'An application document is an object with a name and components.';
      report({ path: [], code: 'INVALID_DOCUMENT', message, fix: 'Start with {"name": "…", "component": […]}.' });
      return { problems: problems.toArray() };
    }
    const canonicaliser = new Canonicaliser({
      report,
      trace,
      ...(text === undefined ? {} : { scalarText: (path) => text.scalarText(path) }),
    });
    const envelope = canonicaliser.run(applicationSchema, input);
    const fields = isPlainObject(envelope) ? envelope : {};
    const head = validate(headSchema, fields, { at: [], report });
    const inputs = validate(listSchema, fields.component ?? [], { at: ['component'], report }) ?? [];
    const steps = validate(listSchema, fields.workflow ?? [], { at: ['workflow'], report }) ?? [];

    const components = inputs.map((component, index) =>
      parseComponent(component, ['component', index], { registry, schemas, canonicaliser, report }),
    );
    checkComponents(components, { registry, namespace: head?.namespace, report });
    const names = components.map(({ name }) => name);
    const workflow = parseWorkflow(steps, { names, schemas: stepSchemas, canonicaliser, report });

    const candidate: unknown = {
      ...head,
      component: components.map(toDocument),
      workflow: workflow.length > 0 ? workflow : deriveWorkflow(components),
    };
    if (!isAccepted<R>(candidate, problems)) return { problems: problems.toArray() };
    return { document: candidate, problems: problems.toArray() };
  }

  return {
    parse: (input) => read(input),
    parseText: (text, { fileName } = {}) => {
      const result = readText(text);
      if (result.kind === 'read') return read(result.source.value, result.source);
      const prefix = fileName === undefined ? '' : `${fileName}: `;
      return {
        problems: result.faults.map((fault) => ({
          ...fault,
          path: '',
          message: `${prefix}${fault.message}`,
          severity: 'error',
        })),
      };
    },
    jsonSchema: () => documentJsonSchema(schemas, stepSchemas),
  };
}

/** Every part was accepted by the schema the static type is made from, so without errors the whole has that type. */
function isAccepted<R extends ModelRegistry>(candidate: unknown, problems: ProblemList): candidate is AppDocument<R> {
  return isPlainObject(candidate) && !problems.hasErrors;
}

function toDocument(component: ReturnType<typeof parseComponent>) {
  const { name, typeName, type, image, replicas, properties = {}, traits, dependsOn } = component;
  const { image: _image, ...rest } = properties;
  return {
    name,
    type: typeName,
    ...(image === undefined || type?.image === 'none' ? {} : { image }),
    replicas,
    properties: rest,
    traits: type?.image === 'none' ? {} : traits,
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
  };
}
