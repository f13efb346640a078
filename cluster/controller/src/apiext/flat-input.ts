import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { ProblemError, type ProblemField } from '../http/index.ts';
import { apiextMessages } from '../messages/index.ts';
import { READ_ONLY_FIELDS, WRITABLE_FIELDS } from './flat-shape.ts';

/** The fields of an object as a caller sent them. */
export interface FlatInput {
  readonly name: string | undefined;
  /** The version that the change is based on, if the caller sent one. */
  readonly resourceVersion: string | undefined;
  /** null removes a label. */
  readonly labels: Readonly<Record<string, string | null>> | undefined;
  readonly spec: JsonObject;
}

/** Values that the path fixes, and how read-only fields are treated. */
export interface InputRules {
  readonly namespace: string | undefined;
  readonly name?: string | undefined;
  /**
   * An object that was read and is sent back contains fields that only the server sets; they are ignored. In a patch each
   * field is deliberate, so there they are rejected.
   */
  readonly readOnly: 'ignore' | 'reject';
}

/** Parses a flat object as callers send it; throws a 422 with every invalid field. The server validates the spec itself. */
export function parseFlatInput(body: JsonObject, rules: InputRules): FlatInput {
  const problems: ProblemField[] = [];
  const text = (field: string, expected?: string): string | undefined => {
    const value = body[field];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string') problems.push({ field, message: apiextMessages.notText });
    else if (expected !== undefined && value !== expected) {
      problems.push({ field, message: apiextMessages.notOfPath({ value, expected }) });
    } else return value;
    return undefined;
  };
  const name = text('name', rules.name);
  text('namespace', rules.namespace);
  const resourceVersion = text('resourceVersion');
  const labels = parseLabels(body, problems);
  if (rules.readOnly === 'reject') {
    const readOnlyFields = READ_ONLY_FIELDS.filter((field) => Object.hasOwn(body, field));
    problems.push(...readOnlyFields.map((field) => ({ field, message: apiextMessages.setByServer })));
  }
  if (problems.length > 0) {
    const details = problems.map(({ field, message }) => apiextMessages.invalidField({ field, problem: message }));
    const message = apiextMessages.invalidFields({ problems: details });
    throw new ProblemError(message, { status: 422, code: 'INPUT_INVALID', problems });
  }
  return { name, resourceVersion, labels, spec: specFields(body) };
}

function specFields(body: JsonObject): JsonObject {
  const reserved: readonly string[] = [...WRITABLE_FIELDS, ...READ_ONLY_FIELDS];
  return Object.fromEntries(Object.entries(body).filter(([field]) => !reserved.includes(field)));
}

function parseLabels({ labels }: JsonObject, problems: ProblemField[]): FlatInput['labels'] {
  if (labels === undefined || labels === null) return undefined;
  if (isJsonObject(labels) && isLabels(labels)) return labels;
  problems.push({ field: 'labels', message: apiextMessages.notLabels });
  return undefined;
}

function isLabels(labels: JsonObject): labels is Readonly<Record<string, string | null>> {
  return Object.values(labels).every((value) => typeof value === 'string' || value === null);
}

/** All labels that an object is to have; those with null are removed. */
export function labelsWithoutNulls(labels: NonNullable<FlatInput['labels']>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(labels).flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}
