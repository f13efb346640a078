import * as z from 'zod';
import { parameterMessages } from '../messages/index.ts';
import { field } from './field.ts';

/** What a parameter of a template may be; `quantity` is an amount as Kubernetes writes it: 500m, 2Gi. */
export const PARAMETER_TYPES = ['string', 'integer', 'number', 'boolean', 'enum', 'quantity', 'secret'] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/;
const LONGEST_VALUE = 100_000;

/** A value of a parameter: never a list or an object, since it fills one field. */
export type ParameterValue = string | number | boolean;
export const parameterValue = () => z.union([z.string().max(LONGEST_VALUE), z.number(), z.boolean()]);

/** One field that a parameter fills. */
function filledField() {
  const target = z.object({
    path: field(z.string().trim().min(1).max(500), { fix: parameterMessages.pathFix }),
    /** The value of a field that consists of more than the parameter; `{name}` stands for the value of a parameter. */
    text: z.string().min(1).max(LONGEST_VALUE).optional(),
  });
  return field(target, { prepare: (value) => (typeof value === 'string' ? { path: value } : value) });
}

const bound = () => field(z.union([z.number(), z.string().trim()]).optional(), { fix: parameterMessages.boundFix });

/** A parameter of a template: its type, what it may be, and which fields of the document it fills. */
export const templateParameter = z.object({
  name: field(z.string().trim().regex(PARAMETER_NAME), { fix: parameterMessages.nameFix }),
  type: field(z.enum(PARAMETER_TYPES).default('string'), {
    valueAliases: { int: 'integer', bool: 'boolean', float: 'number', text: 'string', password: 'secret' },
  }),
  description: z.string().max(2000).default(''),
  required: z.boolean().default(false),
  /** Absent: the value that the template has in the first of the fields. */
  default: field(parameterValue().optional(), { fix: parameterMessages.scalarFix }),
  /** Of an enum: what to choose from. */
  values: field(z.array(parameterValue()).min(1).max(100).optional(), { aliases: ['options', 'enum', 'choices'] }),
  /** A regular expression that the whole text must match. */
  pattern: z.string().min(1).max(200).optional(),
  /** The smallest number or quantity; of texts, the shortest length. */
  minimum: field(bound(), { aliases: ['min'], fix: parameterMessages.boundFix }),
  maximum: field(bound(), { aliases: ['max'], fix: parameterMessages.boundFix }),
  fields: field(z.array(filledField()).min(1).max(50), {
    aliases: ['paths', 'field'],
    fix: parameterMessages.fieldsFix,
    prepare: (value) => (typeof value === 'string' ? [value] : value),
  }),
});

/** A parameter of a template, as a canonical document has it. */
export type TemplateParameter = Readonly<z.output<typeof templateParameter>>;
