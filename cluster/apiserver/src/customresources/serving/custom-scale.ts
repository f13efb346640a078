import {
  type ApiResponse,
  asJsonObject,
  badRequest,
  fieldError,
  internal,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
} from '@kubemin/kubeapi';
import type { CustomResourceSubresourceScale } from '@kubemin/kubeapi/types/apiextensions.v1';
import type { Scale } from '@kubemin/kubeapi/types/autoscaling.v1';
import { applyScale, createScale, isApply, readPatch, requireBody } from '../../handler/index.ts';
import {
  isDryRun,
  objectResponse,
  placeOfCall,
  type ResourceCall,
  type ServerParts,
  type Subresource,
  updateBy,
} from '../../registry/index.ts';

/** The scale of a custom resource; its definition has the paths of the numbers. */
export function customScale(paths: CustomResourceSubresourceScale): Subresource {
  const scale = new CustomScale(paths);
  return {
    async get(server, call) {
      await server.cache.refresh();
      return objectResponse(200, scale.of(await server.registry.load(call.resource, placeOfCall(call)), 'required'));
    },
    update(server, call) {
      const body = requireBody(call.request);
      return write(server, call, scale, () => body);
    },
    async patch(server, call) {
      if (!isApply(call)) return write(server, call, scale, readPatch(call).apply);
      const path = simplePath(paths.specReplicasPath);
      const object = await applyScale(server, call, { path, view: (current) => scale.of(current, 'optional') });
      return objectResponse(200, scale.of(object, 'optional'));
    },
  };
}

async function write(
  server: ServerParts,
  call: ResourceCall,
  scale: CustomScale,
  change: (scale: Scale) => unknown,
): Promise<ApiResponse> {
  const apply = (current: KubeObject): KubeObject => scale.applied(current, change(scale.of(current, 'optional')));
  const view = (object: KubeObject): KubeObject => scale.of(object, 'optional');
  const admission = server.admission.hooksFor('update', call, view);
  const options = { dryRun: isDryRun(call), fields: updateBy(call), admission };
  return objectResponse(
    200,
    scale.of(await server.registry.update(call.resource, placeOfCall(call), apply, options), 'optional'),
  );
}

class CustomScale {
  readonly #paths: CustomResourceSubresourceScale;

  constructor(paths: CustomResourceSubresourceScale) {
    this.#paths = paths;
  }

  of(object: KubeObject, spec: 'required' | 'optional'): Scale {
    const { specReplicasPath, statusReplicasPath, labelSelectorPath = '' } = this.#paths;
    const json = asJsonObject(object);
    const replicas = number(valueAt(json, simplePath(specReplicasPath)));
    if (replicas === undefined && spec === 'required') {
      throw internal(new Error(`the spec replicas field "${specReplicasPath}" does not exist`));
    }
    const selector = labelSelectorPath === '' ? undefined : valueAt(json, simplePath(labelSelectorPath));
    return createScale(object, {
      spec: replicas === undefined ? {} : { replicas },
      status: {
        replicas: number(valueAt(json, simplePath(statusReplicasPath))) ?? 0,
        ...(typeof selector === 'string' && { selector }),
      },
    });
  }

  /** The object with the replicas a client wants. */
  applied(current: KubeObject, wanted: unknown): KubeObject {
    const { specReplicasPath } = this.#paths;
    const scale = isJsonObject(wanted) ? wanted : {};
    const replicas = isJsonObject(scale.spec) ? scale.spec.replicas : undefined;
    if (replicas === undefined) throw badRequest(`the spec replicas field "${specReplicasPath}" cannot be empty`);
    checkReplicas(current, replicas);
    const { apiVersion, kind, metadata } = current;
    const version = isJsonObject(scale.metadata) ? scale.metadata.resourceVersion : undefined;
    return {
      ...withValueAt(asJsonObject(current), simplePath(specReplicasPath), replicas),
      apiVersion,
      kind,
      metadata: { ...metadata, ...(typeof version === 'string' && { resourceVersion: version }) },
    };
  }
}

function checkReplicas({ metadata }: KubeObject, replicas: JsonValue): void {
  if (typeof replicas !== 'number' || !Number.isInteger(replicas))
    throw badRequest('spec.replicas must be a whole number');
  if (replicas >= 0) return;
  throw invalid({ group: 'autoscaling', kind: 'Scale' }, metadata.name ?? '', [
    fieldError.invalid('spec.replicas', replicas, 'should be a non-negative integer'),
  ]);
}

function number(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The names of a path like `.spec.replicas`. */
function simplePath(text: string): readonly string[] {
  return text.split('.').slice(1);
}

/** The value a path leads to. */
function valueAt(object: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of path) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** The object with another value there; what is on the way and no object becomes one. */
function withValueAt(object: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return object;
  const child = Object.hasOwn(object, name) ? object[name] : undefined;
  const next = rest.length === 0 ? value : withValueAt(isJsonObject(child) ? child : {}, rest, value);
  return Object.fromEntries([...Object.entries(object).filter(([key]) => key !== name), [name, next]]);
}
