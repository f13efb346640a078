import {
  badRequest,
  formatApiVersion,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
} from '@kubemin/kubeapi';
import { FieldSet, fieldElement } from '@kubemin/kubeapi/apply';
import type { ObjectView, ResourceCall, ServerParts } from '../registry/index.ts';
import { applyConfig, readConfig } from './apply-patch.ts';

/** Where an object has its replicas, and the Scale that shows them. */
export interface ScaledPart {
  readonly path: readonly string[];
  readonly view: ObjectView;
}

/** Applies a Scale: in terms of the object it scales, that is a configuration of one field. */
export async function applyScale(
  server: ServerParts,
  call: ResourceCall,
  { path, view }: ScaledPart,
): Promise<KubeObject> {
  const { info } = call.resource;
  const scale = readConfig(call);
  const metadata = scale.metadata ?? {};
  const desired = path.reduceRight<JsonValue>((inner, name) => ({ [name]: inner }), parseReplicas(scale));
  const config = {
    ...(isJsonObject(desired) && desired),
    apiVersion: formatApiVersion(info),
    kind: info.kind,
    metadata,
  };
  const scope = { within: FieldSet.fromPaths([path.map(fieldElement)]) };
  return (await applyConfig(server, call, { config, target: 'main', scope, view })).object;
}

function parseReplicas({ apiVersion, kind, spec }: JsonObject): number {
  if (kind !== 'Scale' || apiVersion !== 'autoscaling/v1') {
    throw badRequest('only a Scale of autoscaling/v1 can be applied to the scale of an object');
  }
  const replicas = isJsonObject(spec) ? spec.replicas : undefined;
  if (typeof replicas === 'number' && Number.isInteger(replicas) && replicas >= 0) return replicas;
  throw badRequest('spec.replicas of an applied Scale must be a whole number, 0 or more');
}
