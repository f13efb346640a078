import {
  asJsonObject,
  badRequest,
  conflict,
  fieldError,
  formatApiVersion,
  invalid,
  isJsonObject,
  isStatusError,
  type JsonObject,
  type KubeObject,
  notFound,
} from '@kubemin/kubeapi';
import { configurationProblems, conflictError, type OwnershipScope } from '@kubemin/kubeapi/apply';
import {
  type AppliedConfig,
  decodeObject,
  type FieldWrite,
  isDryRun,
  isTrue,
  type ObjectView,
  placeOfCall,
  type ResourceCall,
  requestFieldManager,
  type ServerParts,
  type UpdateTarget,
} from '../registry/index.ts';
import { readDocumentAs, requestMediaType } from './request-body.ts';
import { checkConfiguration } from './strict-decoding.ts';
import { admitToNamespace } from './verbs/namespace-admission.ts';

/** The media type of a configuration to apply; its body may be JSON, too. */
export const APPLY_PATCH = 'application/apply-patch+yaml';

const BY_APPLY: FieldWrite = { by: 'apply' };
/** Creations and deletions that race with an apply do not go on forever. */
const ATTEMPTS = 8;

/** What is applied to which part of an object. */
export interface ApplyTarget {
  readonly config: JsonObject;
  readonly target: UpdateTarget;
  /** What this apply can own. */
  readonly scope: OwnershipScope;
  /** What the subresource shows of the object. @default the object itself */
  readonly view?: ObjectView;
}

/** The object after an apply, and whether there was none before. */
export interface Applied {
  readonly object: KubeObject;
  readonly created: boolean;
}

/** Whether a patch is a configuration to apply. */
export function isApply({ request }: ResourceCall): boolean {
  return requestMediaType(request) === APPLY_PATCH;
}

/** The configuration in a request, as it was written: absent fields must stay absent. */
export function readConfig(call: ResourceCall): JsonObject {
  const document = readDocumentAs(call.request, 'yaml');
  if (document === undefined) throw badRequest('the request has no body: send the configuration to apply');
  checkConfiguration(call, document);
  const { value } = document;
  if (!isJsonObject(value)) throw badRequest('the configuration to apply must be an object');
  const missing = ['apiVersion', 'kind'].find((field) => typeof value[field] !== 'string' || value[field] === '');
  if (missing !== undefined) throw badRequest(`${missing} must be set in the configuration to apply`);
  return value;
}

/** Applies a configuration to an object of the resource; makes the object where there is none. */
export async function applyConfig(server: ServerParts, call: ResourceCall, to: ApplyTarget): Promise<Applied> {
  const applied = appliedConfig(call, to);
  checkConfig(server, call, applied.config);
  const options = { dryRun: isDryRun(call), fields: BY_APPLY };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const change = (current: KubeObject): KubeObject => applyOutcome(server, call, { current, applied });
      const place = placeOfCall(call);
      const object = await server.registry.update(call.resource, place, change, {
        ...options,
        target: to.target,
        admission: server.admission.hooksFor('update', call, to.view),
      });
      return { object, created: false };
    } catch (error) {
      if (!isStatusError(error, 'NotFound') || call.subresource !== undefined) throw error;
    }
    try {
      refuseVersions(call, applied.config);
      const object = applyOutcome(server, call, { current: undefined, applied });
      admitToNamespace(server, call.resource, object);
      const admission = server.admission.hooksFor('create', call);
      return { object: await server.registry.create(call.resource, object, { ...options, admission }), created: true };
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists') || attempt === ATTEMPTS) throw error;
    }
  }
}

function appliedConfig(call: ResourceCall, { config, scope }: ApplyTarget): AppliedConfig {
  const manager = requestFieldManager(call);
  if (manager === '') {
    const required = fieldError.required('fieldManager', 'is required for apply patch');
    throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', [required]);
  }
  return {
    config: withRequestPlace(call, config),
    manager,
    subresource: call.subresource ?? '',
    scope,
    force: isTrue(call.request.query.get('force')),
    settle: (object, current) => asJsonObject(decodeObject(call.resource, object, current).object),
  };
}

/** The configuration with the name and namespace of the URL; 400 when it has different ones. */
function withRequestPlace(call: ResourceCall, config: JsonObject): JsonObject {
  const { name = '', namespace } = call;
  const { namespace: given, ...metadata } = isJsonObject(config.metadata) ? config.metadata : {};
  if (metadata.name !== undefined && metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
  if (namespace !== undefined && given !== undefined && given !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  return { ...config, metadata: { ...metadata, name, ...(namespace !== undefined && { namespace }) } };
}

function checkConfig(server: ServerParts, call: ResourceCall, config: JsonObject): void {
  const { info } = call.resource;
  const metadata = isJsonObject(config.metadata) ? config.metadata : {};
  if (metadata.managedFields !== undefined && metadata.managedFields !== null) {
    throw badRequest('metadata.managedFields must be nil');
  }
  // Reports errors in apiVersion, kind and the types of known fields.
  decodeObject(call.resource, config);
  const problems = configurationProblems(config, server.fields.structuralType(call.resource));
  if (problems.length === 0) return;
  const place = [call.namespace, call.name].filter((part) => part !== undefined).join('/');
  const list = problems.length === 1 ? problems[0] : ['errors:', ...problems.map((text) => `  ${text}`)].join('\n');
  throw badRequest(
    `failed to create typed patch object (${place}; ${formatApiVersion(info)}, Kind=${info.kind}): ${list}`,
  );
}

/** A configuration with a uid or resourceVersion refers to an existing object. */
function refuseVersions({ resource, name = '' }: ResourceCall, { metadata }: JsonObject): void {
  const { uid, resourceVersion } = isJsonObject(metadata) ? metadata : {};
  if (uid !== undefined && uid !== '') {
    const why = `uid mismatch: the provided object specified uid ${String(uid)}, and no existing object was found`;
    throw conflict(resource.info, name, why);
  }
  if (resourceVersion !== undefined && resourceVersion !== '') throw notFound(resource.info, name);
}

function applyOutcome(
  server: ServerParts,
  { resource }: ResourceCall,
  { current, applied }: { readonly current: KubeObject | undefined; readonly applied: AppliedConfig },
): KubeObject {
  const outcome = server.fields.apply(resource, current, applied);
  if (outcome.kind === 'conflicts') throw conflictError(outcome.conflicts);
  if (!isSettled(outcome.object)) throw new TypeError(`applying made something that is no ${resource.info.kind}`);
  return server.fields.owned(outcome.object, outcome.managed, current);
}

/** Settling decodes, so that this can only be true. */
function isSettled(object: JsonObject): object is JsonObject & KubeObject {
  return typeof object.apiVersion === 'string' && typeof object.kind === 'string' && isJsonObject(object.metadata);
}
