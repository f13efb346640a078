import {
  type ApiResponse,
  badRequest,
  conflict,
  isJsonObject,
  type KubeObject,
  type Status,
  timestamp,
} from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod, PodCondition } from '@kubemin/kubeapi/types/core.v1';
import {
  isDryRun,
  objectResponse,
  placeOfCall,
  type ResourceCall,
  type ServedResource,
  type ServerParts,
  type VirtualResource,
} from '../../registry/index.ts';
import { isPod } from '../pods.ts';
import { requireBody } from '../request-body.ts';
import { admitSubresource } from './sent-object.ts';

/** POST of a Binding to a pod: the scheduler's decision, taken once. */
export async function bindPod(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  return bind(server, call, { pods: call.resource, name: placeOfCall(call).name });
}

/** Bindings as a resource of their own, which older schedulers post to: they name their pod. */
export const bindings: VirtualResource = {
  info: core.v1.bindings,
  verbs: {
    create: async (server, call) => {
      const pods = server.resources.find(core.v1.pods);
      const body = requireBody(call.request);
      const metadata = isJsonObject(body) && isJsonObject(body.metadata) ? body.metadata : {};
      if (pods === undefined || typeof metadata.name !== 'string' || metadata.name === '') {
        throw badRequest('a Binding needs the name of its pod in metadata.name');
      }
      return bind(server, call, { pods, name: metadata.name });
    },
  },
};

async function bind(
  server: ServerParts,
  call: ResourceCall,
  { pods, name }: { readonly pods: ServedResource; readonly name: string },
): Promise<ApiResponse> {
  const body = requireBody(call.request);
  const binding = readBinding(body);
  await admitSubresource(server, { ...call, resource: pods, subresource: 'binding', name }, body);
  const place = { namespace: call.namespace ?? '', name };
  const change = (current: KubeObject): KubeObject => {
    if (!isPod(current)) throw badRequest('only pods can be bound');
    const refusal = bindingProblem(current, binding);
    if (refusal !== undefined) throw conflict(pods.info, name, refusal);
    return withBinding(current, binding, timestamp(server.clock.now()));
  };
  await server.registry.update(pods, place, change, {
    target: 'whole',
    dryRun: isDryRun(call),
    fields: { by: 'nobody' },
  });
  const success: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return objectResponse(201, success);
}

interface BindingRequest {
  readonly node: string;
  readonly uid: string | undefined;
  readonly annotations: Readonly<Record<string, string>>;
}

function readBinding(body: unknown): BindingRequest {
  if (
    !isJsonObject(body) ||
    !isJsonObject(body.target) ||
    typeof body.target.name !== 'string' ||
    body.target.name === ''
  ) {
    throw badRequest('a Binding needs the name of a node in target.name');
  }
  const metadata = isJsonObject(body.metadata) ? body.metadata : {};
  const annotations = isJsonObject(metadata.annotations) ? metadata.annotations : {};
  return {
    node: body.target.name,
    uid: typeof metadata.uid === 'string' && metadata.uid !== '' ? metadata.uid : undefined,
    annotations: Object.fromEntries(Object.entries(annotations).map(([key, value]) => [key, String(value)])),
  };
}

function bindingProblem(pod: Pod, { uid, node }: BindingRequest): string | undefined {
  const { metadata, spec } = pod;
  if (uid !== undefined && uid !== metadata.uid) {
    return `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`;
  }
  if (metadata.deletionTimestamp !== undefined)
    return `pod ${metadata.name} is being deleted, cannot be assigned to a host`;
  const assigned = spec?.nodeName ?? '';
  if (assigned !== '') return `pod ${metadata.name} is already assigned to node "${assigned}"`;
  if ((spec?.schedulingGates?.length ?? 0) > 0)
    return `pod ${metadata.name} has non-empty .spec.schedulingGates (node ${node})`;
  return undefined;
}

function withBinding(pod: Pod, { node, annotations }: BindingRequest, now: string): Pod {
  const scheduled: PodCondition = { type: 'PodScheduled', status: 'True', lastTransitionTime: now };
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'PodScheduled');
  const merged = { ...pod.metadata.annotations, ...annotations };
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      ...(Object.keys(merged).length > 0 && { annotations: merged }),
    },
    spec: { ...(pod.spec ?? { containers: [] }), nodeName: node },
    status: { ...pod.status, conditions: [...others, scheduled] },
  };
}
