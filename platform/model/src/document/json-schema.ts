import { isRecord, ownEntry } from '@kubemin/base';
import * as z from 'zod';
import { applicationFields, unwrapSchema } from '../field/index.ts';
import type { DocumentForm, FormField } from '../form/index.ts';
import type { PlainObject } from '../problem/index.ts';
import { type ComponentSchemas, type ModelRegistry, TEMPLATE_TRAITS } from '../types/index.ts';
import type { StepSchemas } from '../workflow/index.ts';

/** What identifies the schema of application documents when it is not fetched from anywhere. */
export const DOCUMENT_SCHEMA_ID = 'urn:kubemin:schema:application';

/** What the schema is made from. */
export interface JsonSchemaSource {
  readonly registry: ModelRegistry;
  readonly components: ComponentSchemas;
  readonly steps: StepSchemas;
  readonly form: DocumentForm;
  readonly id?: string;
}

/** The document as a JSON Schema (2020-12), in canonical spelling, as users write it: defaults may be left out. */
export function documentJsonSchema(source: JsonSchemaSource): PlainObject {
  const { registry, components, form } = source;
  const traits = Object.entries(components.traits).map(([name, schema]): [string, PlainObject] => {
    const section = ownEntry(form.traits, name);
    const plain = converted(schema);
    return [defName('trait', name), section === undefined ? plain : described(plain, section.field)];
  });
  const containerTraits = Object.entries(registry.traits).filter(([, trait]) => trait.nests === undefined);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: source.id ?? DOCUMENT_SCHEMA_ID,
    title: 'KubeMin application',
    description: 'Components, their traits, and the workflow that delivers them.',
    ...withFields(converted(z.object(applicationFields)), form.application, {
      $schema: { type: 'string', description: 'Where editors find this schema.' },
      component: listSchema('Components', 'What the application consists of.', [
        ...Object.keys(registry.componentTypes).map((name) => defName('component', name)),
        'templateEntry',
      ]),
      workflow: listSchema(
        'Workflow',
        'The steps of the rollout, in order; made from the components when left out.',
        source.steps.all.map((schema) => defName('step', schema.typeName ?? '')),
      ),
    }),
    $defs: {
      ...Object.fromEntries(components.all.map((schema) => componentDef(schema, form))),
      templateEntry: templateEntryDef(components, form),
      ...Object.fromEntries(source.steps.all.map((schema) => stepDef(schema, source))),
      ...Object.fromEntries(traits),
      traits: refs(Object.keys(registry.traits)),
      containerTraits: refs(containerTraits.map(([name]) => name)),
    },
  };
}

function componentDef(
  { typeName = '', whole }: ComponentSchemas['all'][number],
  form: DocumentForm,
): [string, PlainObject] {
  const section = ownEntry(form.componentTypes, typeName);
  const bareSchema = converted(whole.omit({ traits: true }));
  const properties = isRecord(bareSchema.properties) ? bareSchema.properties.properties : undefined;
  const type = { title: 'Type', const: typeName, description: section?.summary.en ?? '' };
  const own =
    section === undefined || !isRecord(properties) ? {} : { properties: described(properties, section.field) };
  const fields = form.component.filter((field) => field.name !== 'type');
  const traits = { $ref: '#/$defs/traits' };
  return [defName('component', typeName), withFields(bareSchema, fields, { type, ...own, traits })];
}

/** An entry that names a template: what else it has is what it changes. */
function templateEntryDef({ templateEntry }: ComponentSchemas, form: DocumentForm): PlainObject {
  const given = converted(templateEntry.shape.properties);
  const words = Object.values(form.componentTypes).flatMap(({ field }) => field.fields ?? []);
  const properties = {
    ...withFields(given, words),
    title: 'Properties',
    description: "What is merged into the properties of the template's component.",
  };
  const traits = {
    ...refs(TEMPLATE_TRAITS.filter((name) => Object.hasOwn(form.traits, name))),
    description: "The traits that take the place of those of the template's component.",
  };
  return withFields(converted(templateEntry.omit({ traits: true })), form.component, { properties, traits });
}

function stepDef(
  { typeName = '', whole }: StepSchemas['all'][number],
  { form, steps }: JsonSchemaSource,
): [string, PlainObject] {
  const bareSchema = converted(whole);
  const given = isRecord(bareSchema.properties) ? bareSchema.properties.properties : undefined;
  const policies = { title: 'Components', description: 'Another place for `components`.', type: 'array' };
  const properties = {
    ...withFields(isRecord(given) ? given : {}, ownEntry(form.jobTypes, typeName)?.field.fields ?? [], {
      policies,
    }),
    title: 'Properties',
    description: 'What a step of this type takes.',
  };
  const alternatives = steps.all.map((schema) => defName('step', schema.typeName ?? ''));
  const subSteps = listSchema('Sub steps', 'Parts of the step.', alternatives);
  return [defName('step', typeName), withFields(bareSchema, form.step, { properties, subSteps })];
}

function defName(kind: string, name: string): string {
  return name === '' ? kind : `${kind}-${name}`;
}

function listSchema(title: string, description: string, defs: readonly string[]): PlainObject {
  return { title, description, type: 'array', items: { anyOf: defs.map(ref) } };
}

function refs(traits: readonly string[]): PlainObject {
  const properties = Object.fromEntries(traits.map((name) => [name, ref(defName('trait', name))]));
  return { title: 'Traits', description: 'What the component has beyond its type.', type: 'object', properties };
}

function ref(def: string): PlainObject {
  return { $ref: `#/$defs/${def}` };
}

function converted(schema: z.core.$ZodType): PlainObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema, zodSchema }) => {
      const { valueAliases = {} } = unwrapSchema(zodSchema).hints;
      if (jsonSchema.enum !== undefined) jsonSchema.enum = [...jsonSchema.enum, ...Object.keys(valueAliases)];
      // Numbers and switches in the author's own maps are read as the texts they were written with.
      const isTexts = zodSchema instanceof z.ZodRecord && zodSchema.def.valueType instanceof z.ZodString;
      if (isTexts) jsonSchema.additionalProperties = { type: ['string', 'number', 'boolean'] };
      // Our hints ride on zod's metadata, which zod copies into the schema.
      delete jsonSchema.kubemin;
    },
  });
  return rest;
}

/** The schema of an object with the words of its fields, and `more` properties in place of what zod made of them. */
function withFields(schema: PlainObject, fields: readonly FormField[], more: PlainObject = {}): PlainObject {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const worded = fields.flatMap((field) => {
    const own = properties[field.name];
    return isRecord(own) ? [[field.name, described(own, field)] as const] : [];
  });
  return { ...schema, properties: { ...properties, ...Object.fromEntries(worded), ...more } };
}

function described(schema: PlainObject, field: FormField): PlainObject {
  const words = {
    title: field.label.en,
    description: field.help.en,
    ...(field.example === undefined ? {} : { examples: [field.example] }),
  };
  if (field.widget === 'traits') return { ...words, ...ref('containerTraits') };
  const inner = field.fields ?? field.item?.fields;
  if (inner === undefined) return { ...schema, ...words };
  if (isRecord(schema.items)) return { ...schema, ...words, items: withFields(schema.items, inner) };
  return { ...withFields(schema, inner), ...words };
}
