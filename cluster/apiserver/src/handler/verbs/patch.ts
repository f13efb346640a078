import { toError } from '@kubemin/base';
import {
  type ApiResponse,
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  badRequest,
  type KubeObject,
  PatchError,
  requestEntityTooLarge,
  type StatusError,
  unsupportedMediaType,
} from '@kubemin/kubeapi';
import {
  isDryRun,
  objectResponse,
  ownershipScope,
  placeOfCall,
  type ResourceCall,
  type ServedResource,
  type ServerParts,
  type UpdateTarget,
  updateBy,
} from '../../registry/index.ts';
import { APPLY_PATCH, applyConfig, isApply, readConfig } from '../apply-patch.ts';
import { readDocumentAs, requestMediaType } from '../request-body.ts';
import { patchRefusal, readPatched, type SentPatch } from '../strict-decoding.ts';

/** One way to write down a change. */
interface PatchFormat {
  apply(document: unknown, patch: unknown, resource: ServedResource): unknown;
  /** Kinds whose merge keys are unknown cannot be patched this way. */
  readonly needsSchema?: boolean;
}

const FORMATS: Readonly<Record<string, PatchFormat>> = {
  'application/json-patch+json': { apply: applyJsonPatch },
  'application/merge-patch+json': { apply: applyMergePatch },
  'application/strategic-merge-patch+json': {
    apply: (document, patch, { schema }) => applyStrategicMergePatch(document, patch, schema),
    needsSchema: true,
  },
};

/** PATCH of an object. */
export async function patchObject(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  return patchTarget(server, call, server.mainTarget);
}

/** PATCH of an object's status. */
export async function patchStatus(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  return patchTarget(server, call, 'status');
}

/**
 * The patch is applied to the current state again whenever another writer was faster, so only a patch that carries a
 * resourceVersion itself can end in a conflict.
 */
async function patchTarget(server: ServerParts, call: ResourceCall, target: UpdateTarget): Promise<ApiResponse> {
  if (isApply(call)) {
    const scope = ownershipScope(call.resource, target);
    const { object, created } = await applyConfig(server, call, { config: readConfig(call), target, scope });
    return objectResponse(created ? 201 : 200, object);
  }
  const patch = readPatch(call);
  const change = (current: KubeObject): KubeObject => {
    const patched = readPatched(call, patch, current);
    checkIdentity(call, patched);
    return patched;
  };
  const admission = server.admission.hooksFor('update', call);
  const options = { target, dryRun: isDryRun(call), fields: updateBy(call), admission };
  return objectResponse(200, await server.registry.update(call.resource, placeOfCall(call), change, options));
}

/** The patch in a request; 415 for a media type this resource does not take. */
export function readPatch(call: ResourceCall): SentPatch {
  const { resource, request } = call;
  const usable = Object.entries(FORMATS).filter(
    ([, { needsSchema }]) => needsSchema !== true || resource.schema !== undefined,
  );
  const format = new Map(usable).get(requestMediaType(request));
  if (format === undefined) throw unsupportedMediaType([...usable.map(([type]) => type), APPLY_PATCH]);
  const document = readDocumentAs(request, 'json');
  if (document === undefined) throw badRequest('the request has no body: send the patch');
  const patch = document.value;
  const apply = (value: unknown): unknown => {
    try {
      return format.apply(value, patch, resource);
    } catch (error) {
      if (error instanceof PatchError) throw refusal(call, patch, error);
      throw error;
    }
  };
  return { document, apply };
}

function refusal(call: ResourceCall, patch: unknown, error: PatchError): StatusError {
  const { message } = toError(error);
  if (error.code === 'PATCH_TOO_LARGE') return requestEntityTooLarge(message);
  if (!Array.isArray(patch)) return badRequest(message);
  return patchRefusal(call, patch, message);
}

function checkIdentity(call: ResourceCall, { metadata }: KubeObject): void {
  const { resource, name = '', namespace } = call;
  if (metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
  if (resource.info.namespaced && metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}
