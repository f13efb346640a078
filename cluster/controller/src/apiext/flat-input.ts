import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { ProblemError, type ProblemField } from '../http/problem-error.ts';
import { READ_ONLY_FIELDS, WRITABLE_FIELDS } from './flat-shape.ts';

/** What a caller said about an object. */
export interface FlatInput {
  readonly name: string | undefined;
  /** The version the change is based on, where the caller cares. */
  readonly resourceVersion: string | undefined;
  /** null takes one away. */
  readonly labels: Readonly<Record<string, string | null>> | undefined;
  readonly spec: JsonObject;
}

/** What has been said elsewhere, and what may not be said at all. */
export interface InputRules {
  readonly namespace: string | undefined;
  readonly name?: string | undefined;
  /**
   * An object that was read and is sent back carries what only the server says; that is passed over. In a patch each
   * field is meant, so there it is refused.
   */
  readonly readOnly: 'pass over' | 'refuse';
}

/** Reads a flat object as callers send it; throws a 422 with every field that is wrong. What is in the fields is for the server. */
export function flatInput(body: JsonObject, rules: InputRules): FlatInput {
  const problems: ProblemField[] = [];
  const text = (field: string, expected?: string): string | undefined => {
    const value = body[field];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string') problems.push({ field, message: 'must be a text' });
    else if (expected !== undefined && value !== expected) {
      problems.push({ field, message: `is '${value}', but the path says '${expected}'` });
    } else return value;
    return undefined;
  };
  const name = text('name', rules.name);
  text('namespace', rules.namespace);
  const resourceVersion = text('resourceVersion');
  const labels = labelsOf(body, problems);
  if (rules.readOnly === 'refuse') {
    const said = READ_ONLY_FIELDS.filter((field) => Object.hasOwn(body, field));
    problems.push(...said.map((field) => ({ field, message: 'is for the server to say; leave it out' })));
  }
  if (problems.length > 0) {
    const words = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
    throw new ProblemError(words, { status: 422, code: 'INPUT_INVALID', problems });
  }
  return { name, resourceVersion, labels, spec: specOf(body) };
}

function specOf(body: JsonObject): JsonObject {
  const reserved: readonly string[] = [...WRITABLE_FIELDS, ...READ_ONLY_FIELDS];
  return Object.fromEntries(Object.entries(body).filter(([field]) => !reserved.includes(field)));
}

function labelsOf({ labels }: JsonObject, problems: ProblemField[]): FlatInput['labels'] {
  if (labels === undefined || labels === null) return undefined;
  if (isJsonObject(labels) && isLabels(labels)) return labels;
  problems.push({ field: 'labels', message: 'must be an object of texts' });
  return undefined;
}

function isLabels(labels: JsonObject): labels is Readonly<Record<string, string | null>> {
  return Object.values(labels).every((value) => typeof value === 'string' || value === null);
}

/** The labels that an object shall have, all of them. */
export function wholeLabels(labels: NonNullable<FlatInput['labels']>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(labels).flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}
