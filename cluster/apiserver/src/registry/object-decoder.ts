import {
  badRequest,
  formatApiVersion,
  type InexactInteger,
  isJsonObject,
  type JsonObject,
  type JsonPath,
  type KubeObject,
  type StatusError,
} from '@kubemin/kubeapi';
import type { ValueSchema } from '@kubemin/kubeapi/schema';
import { conform, copyJson, type Shaped, ShapeError } from './object-shape.ts';
import type { ServedResource } from './served-resource.ts';

/** An object of the resource's kind, and what of the value sent had no place in it. */
export interface DecodedObject {
  readonly object: KubeObject;
  /** Paths of fields the kind does not have; they were dropped. */
  readonly unknown: readonly string[];
}

/**
 * What was sent, as an object of the resource's kind; a copy, but for what it shares with `stored`, the object as this
 * server has it. Throws 400 when it is not one.
 */
export function decodeObject(resource: ServedResource, value: unknown, stored?: KubeObject): DecodedObject {
  if (!isJsonObject(value)) {
    const kind = resource.info.kind;
    throw badRequest(`the object provided is unrecognized (must be of type ${kind}): expected an object`);
  }
  checkType(resource, value);
  try {
    const { value: shaped, unknown } = shape(resource, value, stored);
    return { object: typed(resource, shaped), unknown };
  } catch (error) {
    if (error instanceof ShapeError) throw undecodable(resource, error.message);
    throw error;
  }
}

/** 400 for something that was sent as an object of this kind and cannot be one. */
export function undecodable({ info }: ServedResource, why: string): StatusError {
  return badRequest(`${info.kind} in version "${info.version}" cannot be handled as a ${info.kind}: ${why}`);
}

/** Those rounded integers that would be kept where every digit counts: fields that hold doubles round in Kubernetes, too. */
export function wronglyRounded(
  { schema }: ServedResource,
  inexact: readonly InexactInteger[],
): readonly InexactInteger[] {
  if (schema === undefined) return inexact;
  return inexact.filter(({ path }) => !['double', undefined].includes(kindAt(schema, path)));
}

function shape(resource: ServedResource, value: JsonObject, stored: KubeObject | undefined): Shaped {
  const { schema, shape: custom, conversion } = resource;
  if (custom !== undefined) return custom(value);
  // What was converted from another version did not come through here as it is.
  if (schema !== undefined) return conform(value, schema, conversion === undefined ? stored : undefined);
  const copy = copyJson(value);
  return { value: isJsonObject(copy) ? copy : {}, unknown: [] };
}

/** Undefined for what is dropped. */
function kindAt(schema: ValueSchema | undefined, [step, ...rest]: JsonPath): ValueSchema['kind'] | undefined {
  if (schema === undefined || step === undefined || schema.kind === 'any') return schema?.kind;
  return kindAt(inside(schema, step), rest);
}

function inside(schema: ValueSchema, step: string | number): ValueSchema | undefined {
  if (schema.kind === 'object') return schema.fields.get(String(step))?.value;
  if (schema.kind === 'list') return schema.items;
  return schema.kind === 'map' ? schema.values : undefined;
}

function checkType({ info }: ServedResource, value: JsonObject): void {
  const expected = formatApiVersion(info);
  const { apiVersion, kind } = value;
  // Clients that know what they talk to may leave both out.
  if (apiVersion !== undefined && apiVersion !== '' && apiVersion !== expected) {
    throw badRequest(
      `the API version in the data (${text(apiVersion)}) does not match the expected API version (${expected})`,
    );
  }
  if (kind !== undefined && kind !== '' && kind !== info.kind) {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${info.kind}): the kind in the data is ${text(kind)}`,
    );
  }
}

function typed({ info }: ServedResource, shaped: JsonObject): KubeObject {
  const metadata = isJsonObject(shaped.metadata) ? shaped.metadata : {};
  const type = { apiVersion: formatApiVersion(info), kind: info.kind };
  // Twice: first so that it stands first where people read it, last so that nothing sent replaces it.
  return { ...type, ...shaped, ...type, metadata };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
