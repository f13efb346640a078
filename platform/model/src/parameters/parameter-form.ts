import type { ParameterType, ParameterValue, TemplateParameter } from '../field/index.ts';
import type { FormField, Text, Widget } from '../form/index.ts';
import type { PlainObject } from '../problem/index.ts';
import { findField } from './field-path.ts';
import { amount } from './parameter-values.ts';

/** A parameter as a client needs it: without the fields that it fills. */
export interface ParameterDescription {
  readonly name: string;
  readonly type: ParameterType;
  readonly description: string;
  readonly required: boolean;
  /** What applies where no value is given; absent for secrets and for required parameters. */
  readonly default?: ParameterValue;
  readonly values?: readonly ParameterValue[];
  readonly pattern?: string;
  readonly minimum?: number | string;
  readonly maximum?: number | string;
}

/** The parameters of a template for clients: as a list, as form fields, and as a JSON Schema of their values. */
export interface ParametersDescription {
  readonly parameters: readonly ParameterDescription[];
  readonly form: readonly FormField[];
  readonly schema: PlainObject;
}

/** Describes the parameters of a template. */
export function describeParameters(template: {
  readonly parameters?: readonly TemplateParameter[];
  readonly component: readonly { readonly name: string }[];
}): ParametersDescription {
  const parameters = (template.parameters ?? []).map((parameter) => describe(parameter, template.component));
  return {
    parameters,
    form: parameters.map(toFormField),
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: Object.fromEntries(parameters.map((each) => [each.name, toJsonSchema(each)])),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    },
  };
}

function describe(
  { fields, default: declared, ...parameter }: TemplateParameter,
  components: readonly { readonly name: string }[],
): ParameterDescription {
  const { name, type, description, required, values, pattern, minimum, maximum } = parameter;
  const usual = required || type === 'secret' ? undefined : (declared ?? templateValue(parameter, fields, components));
  return {
    ...{ name, type, description, required },
    ...(usual !== undefined && { default: usual }),
    ...(values !== undefined && { values }),
    ...(pattern !== undefined && { pattern }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

/** What the template has in the first field that the parameter fills, in the type of the parameter. */
function templateValue(
  { type, values = [] }: Pick<TemplateParameter, 'type' | 'values'>,
  fields: TemplateParameter['fields'],
  components: readonly { readonly name: string }[],
): ParameterValue | undefined {
  const [first] = fields.filter(({ text }) => text === undefined);
  const found = first && findField(components, first.path);
  if (found === undefined || 'code' in found) return undefined;
  const { value } = found;
  if (type === 'enum') return values.find((each) => String(each) === String(value));
  if (typeof value !== 'string' || type === 'string' || type === 'quantity') return value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined;
  const number = Number(value);
  return value.trim() === '' || Number.isNaN(number) ? undefined : number;
}

const WIDGETS: Readonly<Record<ParameterType, Widget>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'switch',
  enum: 'select',
  quantity: 'text',
  secret: 'password',
};

function toFormField(parameter: ParameterDescription, order: number): FormField {
  const { name, type, description, required, values, minimum, maximum } = parameter;
  const text = (value: string): Text => ({ en: value, zh: value });
  const isNumber = type === 'integer' || type === 'number';
  return {
    name,
    label: text(name),
    help: text(description),
    group: 'basic',
    order,
    widget: WIDGETS[type],
    required,
    ...(parameter.default !== undefined && { default: parameter.default }),
    ...(isNumber && minimum !== undefined && { minimum: amount(minimum) }),
    ...(isNumber && maximum !== undefined && { maximum: amount(maximum) }),
    ...(values !== undefined && {
      options: values.map((value) => ({ value: String(value), label: text(String(value)) })),
    }),
  };
}

function toJsonSchema(parameter: ParameterDescription): PlainObject {
  const { type, description, values, pattern, minimum, maximum } = parameter;
  const isNumber = type === 'integer' || type === 'number';
  const isText = type === 'string' || type === 'secret';
  return {
    ...(type !== 'enum' && { type: isNumber || type === 'boolean' ? type : 'string' }),
    ...(type === 'enum' && { enum: values ?? [] }),
    ...(type === 'secret' && { format: 'password', writeOnly: true }),
    ...(description !== '' && { description }),
    ...(parameter.default !== undefined && { default: parameter.default }),
    ...(pattern !== undefined && isText && { pattern: `^(?:${pattern})$` }),
    ...(minimum !== undefined && isNumber && { minimum }),
    ...(maximum !== undefined && isNumber && { maximum }),
    ...(minimum !== undefined && isText && { minLength: minimum }),
    ...(maximum !== undefined && isText && { maxLength: maximum }),
  };
}
