import { isRecord } from '@kubemin/base';
import { Document, isScalar, Scalar, visit } from 'yaml';
import * as z from 'zod';
import {
  applicationFields,
  schemaDefault,
  unwrapSchema,
  type WorkflowStep,
  type WorkflowSubStep,
  weave,
} from '../field/index.ts';
import { isSameValue, type PlainObject } from '../problem/index.ts';
import {
  type AnyComponent,
  type AnyDocument,
  type ComponentSchemas,
  type TemplateEntry,
  withEntries,
} from '../types/index.ts';
import { deriveWorkflow, type StepSchemas } from '../workflow/index.ts';

/** How a document is written. */
export type DocumentFormat = 'json' | 'yaml';

/**
 * Writes canonical documents the way an author would: canonical spelling, fields in the order of the schema, no
 * defaults, the author's own maps and unknown fields as they were. Reading the text gives the same document again.
 */
export class DocumentPrinter {
  readonly #components: ComponentSchemas;
  readonly #steps: StepSchemas;
  readonly #head = z.object(applicationFields);

  constructor(components: ComponentSchemas, steps: StepSchemas) {
    this.#components = components;
    this.#steps = steps;
  }

  text(document: AnyDocument, format: DocumentFormat): string {
    const value = this.plain(document);
    if (format === 'json') return `${JSON.stringify(value, undefined, 2)}\n`;
    return yamlText(value);
  }

  /** The document as a value to be written. */
  plain(document: AnyDocument): PlainObject {
    const { component, templates = [], workflow, extras = [], ...head } = document;
    const derived = workflow.length === 0 || isSameValue(workflow, deriveWorkflow(component));
    const hasOwnWords = extras.some(({ path }) => path[0] === 'workflow');
    const plain: PlainObject = {
      ...withoutDefaults(this.#head, head),
      component: withEntries(
        component.map((each) => this.#component(each)),
        templates.map((each) => ({ ...this.#templateEntry(each), index: each.index })),
      ),
      ...(derived && !hasOwnWords ? {} : { workflow: workflow.map((step) => this.#step(step)) }),
    };
    return schemaFirst(weave(plain, extras));
  }

  #component(component: AnyComponent): PlainObject {
    return withoutEmpty(withoutDefaults(this.#components.for(component).whole, component), ['properties', 'traits']);
  }

  #templateEntry({ index: _, ...entry }: TemplateEntry): PlainObject {
    return withoutEmpty(withoutDefaults(this.#components.templateEntry, entry), ['properties', 'traits']);
  }

  #step(step: WorkflowStep | WorkflowSubStep): PlainObject {
    const written = withoutEmpty(withoutDefaults(this.#steps.for(step).whole, step), ['properties']);
    const subSteps = 'subSteps' in step ? step.subSteps : undefined;
    return subSteps === undefined ? written : { ...written, subSteps: subSteps.map((each) => this.#step(each)) };
  }
}

function yamlText(value: PlainObject): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Pair: (_, { key }) => {
      // Unquoted it would mean "merge what follows into this map".
      if (isScalar(key) && key.value === '<<') key.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** `$schema` is what editors read the rest by, so it comes first. */
function schemaFirst({ $schema, ...rest }: PlainObject): PlainObject {
  return $schema === undefined ? rest : { $schema, ...rest };
}

function withoutEmpty(value: PlainObject, keys: readonly string[]): PlainObject {
  const isEmpty = (item: unknown) => isRecord(item) && Object.keys(item).length === 0;
  return Object.fromEntries(Object.entries(value).filter(([key, item]) => !keys.includes(key) || !isEmpty(item)));
}

function withoutDefaults(schema: z.ZodObject, value: object): PlainObject {
  const given = new Map(Object.entries(value).filter(([, item]) => item !== undefined));
  const known = Object.entries(schema.def.shape).filter(([key]) => given.has(key));
  const entries = known
    .filter(([key, fieldSchema]) => !isSameValue(schemaDefault(fieldSchema), given.get(key)))
    .map(([key, fieldSchema]): [string, unknown] => [key, written(fieldSchema, given.get(key))]);
  const foreign = [...given].filter(([key]) => !Object.hasOwn(schema.def.shape, key));
  return Object.fromEntries([...entries, ...foreign]);
}

function written(schema: z.core.$ZodType, value: unknown): unknown {
  const target = unwrapSchema(schema).schema;
  if (target instanceof z.ZodObject && isRecord(value)) return withoutDefaults(target, value);
  if (target instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => written(target.def.element, item));
  return value;
}
