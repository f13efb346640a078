import { apiVersionOf, badRequest, isJsonObject, type JsonObject, type KubeObject } from '@kubemin/kubeapi';
import { conform, copyJson, ShapeError } from './object-shape.ts';
import type { ServedResource } from './served-resource.ts';

/** What was sent, as an object of the resource's kind; always a copy. Throws 400 when it is not one. */
export function decodeObject(resource: ServedResource, value: unknown): KubeObject {
  const { info, schema } = resource;
  if (!isJsonObject(value)) {
    throw badRequest(`the object provided is unrecognized (must be of type ${info.kind}): expected an object`);
  }
  checkType(resource, value);
  try {
    const shaped = schema === undefined ? copyJson(value) : conform(value, schema);
    return typed(resource, isJsonObject(shaped) ? shaped : {});
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const kind = info.kind;
    throw badRequest(`${kind} in version "${info.version}" cannot be handled as a ${kind}: ${error.message}`);
  }
}

function checkType({ info }: ServedResource, value: JsonObject): void {
  const expected = apiVersionOf(info);
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
  const type = { apiVersion: apiVersionOf(info), kind: info.kind };
  // Twice: first so that it stands first where people read it, last so that nothing sent replaces it.
  return { ...type, ...shaped, ...type, metadata };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
