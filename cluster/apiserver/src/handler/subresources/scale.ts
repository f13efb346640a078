import {
  type ApiResponse,
  badRequest,
  formatLabelSelector,
  isJsonObject,
  type KubeObject,
  labelSelectorFromObject,
} from '@kubemin/kubeapi';
import type { Scale } from '@kubemin/kubeapi/types/autoscaling.v1';
import type { LabelSelector } from '@kubemin/kubeapi/types/meta.v1';
import {
  isDryRun,
  objectResponse,
  placeOfCall,
  type ResourceCall,
  type ServerParts,
  updateBy,
} from '../../registry/index.ts';
import { isApply } from '../apply-patch.ts';
import { applyScale } from '../apply-scale.ts';
import { requireBody } from '../request-body.ts';
import { readPatch } from '../verbs/patch.ts';

/** What deployments, replica sets, stateful sets and replication controllers have in common. */
interface Scalable extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: LabelSelector | Readonly<Record<string, string>>;
  };
  readonly status?: { readonly replicas?: number };
}

/** GET of a workload's scale. */
export async function getScale(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  await server.cache.refresh();
  return objectResponse(200, toScale(server.registry.read(call.resource, placeOfCall(call))));
}

/** PUT of a workload's scale. */
export async function updateScale(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const body = requireBody(call.request);
  return writeScale(server, call, () => body);
}

/** PATCH of a workload's scale. */
export async function patchScale(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  if (!isApply(call)) return writeScale(server, call, readPatch(call).apply);
  return objectResponse(200, toScale(await applyScale(server, call, { path: ['spec', 'replicas'], view: toScale })));
}

async function writeScale(
  server: ServerParts,
  call: ResourceCall,
  change: (scale: Scale) => unknown,
): Promise<ApiResponse> {
  const apply = (current: KubeObject): KubeObject => {
    const { replicas, resourceVersion } = readScale(change(toScale(current)));
    const version = resourceVersion === undefined ? {} : { resourceVersion };
    const spec = { ...scalable(current).spec, replicas };
    return { ...current, metadata: { ...current.metadata, ...version }, ...{ spec } };
  };
  const written = await server.registry.update(call.resource, placeOfCall(call), apply, {
    dryRun: isDryRun(call),
    fields: updateBy(call),
    admission: server.admission.hooksFor('update', call, toScale),
  });
  return objectResponse(200, toScale(written));
}

function readScale(value: unknown): { readonly replicas: number; readonly resourceVersion: string | undefined } {
  const spec = isJsonObject(value) && isJsonObject(value.spec) ? value.spec : {};
  const metadata = isJsonObject(value) && isJsonObject(value.metadata) ? value.metadata : {};
  const { replicas = 0 } = spec;
  if (typeof replicas !== 'number' || !Number.isInteger(replicas))
    throw badRequest('spec.replicas must be a whole number');
  return {
    replicas,
    resourceVersion: typeof metadata.resourceVersion === 'string' ? metadata.resourceVersion : undefined,
  };
}

function toScale(object: KubeObject): Scale {
  const { spec, status } = scalable(object);
  return createScale(object, {
    spec: { replicas: spec?.replicas ?? 0 },
    status: { replicas: status?.replicas ?? 0, selector: selectorText(spec?.selector) },
  });
}

/** A Scale with the identity of the object that it scales. */
export function createScale(object: KubeObject, replicas: Pick<Scale, 'spec' | 'status'>): Scale {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {
      ...(name !== undefined && { name }),
      ...(namespace !== undefined && { namespace }),
      ...(uid !== undefined && { uid }),
      ...(resourceVersion !== undefined && { resourceVersion }),
      ...(creationTimestamp !== undefined && { creationTimestamp }),
    },
    ...replicas,
  };
}

function selectorText(selector: NonNullable<Scalable['spec']>['selector']): string {
  if (selector === undefined) return '';
  const object = 'matchLabels' in selector || 'matchExpressions' in selector ? selector : { matchLabels: selector };
  return isLabelSelector(object) ? formatLabelSelector(labelSelectorFromObject(object)) : '';
}

function isLabelSelector(value: object): value is LabelSelector {
  return 'matchLabels' in value || 'matchExpressions' in value;
}

function scalable(object: KubeObject): Scalable {
  return object;
}
