import { badRequest, isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import type { FieldSchema, ObjectSchema, ValueSchema } from '@kubemin/kubeapi/schema';
import { conform, ShapeError } from '../../registry/index.ts';

const KIND = 'DeleteOptions';

/**
 * The delete options a body holds, with fields of their types. A field that cannot be read must not be taken for one
 * that is not there: what was meant as a rehearsal, or for one object only, would delete. 400 instead.
 */
export function decodeDeleteOptions(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw badRequest(`the body of a delete request must be ${KIND}`);
  const { kind } = body;
  if (kind !== undefined && kind !== '' && kind !== KIND) {
    throw badRequest(`the body of a delete request must be ${KIND}, not ${JSON.stringify(kind)}`);
  }
  try {
    return conform(body, SCHEMA).value;
  } catch (error) {
    if (error instanceof ShapeError) throw badRequest(`${KIND} cannot be handled as a ${KIND}: ${error.message}`);
    throw error;
  }
}

function object(name: string, fields: Readonly<Record<string, ValueSchema>>): ObjectSchema {
  const optional = (value: ValueSchema): FieldSchema => ({ value, required: false, pointer: true });
  return {
    kind: 'object',
    name: `io.k8s.apimachinery.pkg.apis.meta.v1.${name}`,
    kinds: [],
    atomic: false,
    fields: new Map(Object.entries(fields).map(([field, value]) => [field, optional(value)])),
  };
}

const SCHEMA = object(KIND, {
  gracePeriodSeconds: { kind: 'int64' },
  preconditions: object('Preconditions', { uid: { kind: 'string' }, resourceVersion: { kind: 'string' } }),
  orphanDependents: { kind: 'bool' },
  propagationPolicy: { kind: 'string' },
  dryRun: { kind: 'list', items: { kind: 'string' } },
});
