import * as z from 'zod';
import type { DocumentPath } from '../problem/index.ts';
import type { FieldHints } from './field.ts';

/** A schema without its optional/default wrappers, and the hints found on the way. */
export interface BareSchema {
  readonly schema: z.core.$ZodType;
  readonly hints: FieldHints;
}

/** Takes off what wraps a schema (optional, default, …) until one that describes the value. */
export function unwrapSchema(schema: z.core.$ZodType): BareSchema {
  let current = schema;
  let hints: FieldHints = fieldHints(current);
  for (let inner = innerSchema(current); inner !== undefined; inner = innerSchema(current)) {
    current = inner;
    hints = { ...fieldHints(current), ...hints };
  }
  return { schema: current, hints };
}

/** The schema that governs the value at `path`, as far as the path can be followed. */
export function schemaAt(schema: z.core.$ZodType, path: DocumentPath): BareSchema | undefined {
  const here = unwrapSchema(schema);
  const [step, ...rest] = path;
  if (step === undefined) return here;
  const next = childSchema(here.schema, step);
  const found = next === undefined ? undefined : schemaAt(next, rest);
  // Values of a map have no field of their own to carry advice.
  const advice = here.schema instanceof z.ZodRecord && here.hints.fix !== undefined ? { fix: here.hints.fix } : {};
  return found && { ...found, hints: { ...advice, ...found.hints } };
}

/** What a schema makes of an absent value; undefined when it has no default. */
export function schemaDefault(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodDefault) return schema.def.defaultValue;
  const inner = schema instanceof z.ZodReadonly || schema instanceof z.ZodPipe ? innerSchema(schema) : undefined;
  return inner === undefined ? undefined : schemaDefault(inner);
}

/** Whether an author must give a value: there is neither a default nor leave to be absent. */
export function isRequired(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return false;
  const inner = innerSchema(schema);
  return inner === undefined ? !(schema instanceof z.ZodUnknown) : isRequired(inner);
}

function fieldHints(schema: z.core.$ZodType): FieldHints {
  return z.globalRegistry.get(schema)?.kubemin ?? {};
}

function innerSchema(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.def.innerType;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return schema.def.innerType;
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodNonOptional) return schema.def.innerType;
  if (schema instanceof z.ZodPipe) return schema.def.in;
  if (schema instanceof z.ZodLazy) return schema.def.getter();
  return undefined;
}

function childSchema(schema: z.core.$ZodType, step: string | number): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.def.shape[step];
  if (schema instanceof z.ZodArray) return schema.def.element;
  if (schema instanceof z.ZodRecord) return schema.def.valueType;
  return undefined;
}
