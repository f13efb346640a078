import * as z from 'zod';
import { applicationFields, FormBuilder } from '../field/index.ts';
import type { DocumentForm, FormSection, Text } from '../form/index.ts';
import {
  type ComponentSchemas,
  type ComponentType,
  componentFields,
  type ModelRegistry,
  pointlessReason,
  type Trait,
  templateReference,
} from '../types/index.ts';
import type { StepSchemas } from '../workflow/index.ts';

const GROUPS: DocumentForm['groups'] = {
  basic: { en: 'Basics', zh: '基本' },
  runtime: { en: 'Runtime', zh: '运行' },
  network: { en: 'Network', zh: '网络' },
  storage: { en: 'Storage', zh: '存储' },
  flow: { en: 'Flow', zh: '流程' },
  metadata: { en: 'Labels and annotations', zh: '标签与注解' },
  advanced: { en: 'Advanced', zh: '高级' },
};

/** Assembles the forms of a registry's documents. */
export function documentForm(
  registry: ModelRegistry,
  schemas: { readonly components: ComponentSchemas; readonly steps: StepSchemas },
): DocumentForm {
  const builder = new FormBuilder(registry.wording ?? {});
  const section = (place: string, name: string, entry: SectionSource): FormSection => {
    const words = builder.words([`${place}.${name}`]);
    const label = words?.label ?? { en: name, zh: name };
    const summary: Text = { en: entry.summary, zh: words?.help.zh ?? entry.summary };
    return { label, summary, field: { ...builder.field(name, entry.schema, entry.places), label, help: summary } };
  };
  const options = Object.keys(registry.jobTypes).map((value) => ({
    value,
    label: builder.words([`job.${value}`])?.label ?? { en: value, zh: value },
  }));
  const { name, ...others } = componentFields;
  const { properties: _properties, subSteps: _subSteps, ...step } = schemas.steps.all[0]?.whole.def.shape ?? {};
  return {
    application: builder.fields(applicationFields, ['application']),
    component: builder.fields(
      { name, type: z.enum(Object.keys(registry.componentTypes)), ...others, template: templateReference().optional() },
      ['component'],
    ),
    componentTypes: mapped(registry.componentTypes, (name, { summary, properties: schema }) =>
      section('type', name, { summary, schema, places: [`type.${name}`, 'properties'] }),
    ),
    traits: mapped(registry.traits, (name, trait) => ({
      ...section('trait', name, {
        summary: trait.summary,
        schema: schemas.components.traits[name] ?? z.unknown(),
        places: [name],
      }),
      componentTypes: Object.entries(registry.componentTypes)
        .filter(([typeName, type]) => isFitting(trait, type, typeName))
        .map(([typeName]) => typeName),
      nestedIn: Object.entries(registry.traits)
        .filter(([, parent]) => isNestable(trait, name, parent))
        .map(([parent]) => parent),
    })),
    step: builder.fields(step, ['step']).map((field) => (field.name === 'jobType' ? { ...field, options } : field)),
    jobTypes: mapped(registry.jobTypes, (name, { summary, schema }) =>
      section('job', name, { summary, schema, places: [`job.${name}`] }),
    ),
    groups: GROUPS,
  };
}

interface SectionSource {
  readonly summary: string;
  readonly schema: z.core.$ZodType;
  readonly places: readonly string[];
}

/** What acts on containers, or on pods, means nothing where there are none. */
function isFitting(trait: Trait, type: ComponentType, typeName: string): boolean {
  if (type.image === 'none') return trait.scope === 'component';
  return trait.fits?.(type, typeName) ?? true;
}

/** Containers that a trait adds have no further ones. */
function isNestable(trait: Trait, name: string, parent: Trait): boolean {
  return trait.nests === undefined && parent.nests !== undefined && pointlessReason(trait, name, parent) === undefined;
}

function mapped<T, S extends FormSection>(entries: Readonly<Record<string, T>>, make: (name: string, entry: T) => S) {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, make(name, entry)]));
}
