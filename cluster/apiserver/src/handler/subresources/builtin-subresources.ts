import {
  type ApiResponse,
  badRequest,
  deepEqual,
  type FieldError,
  fieldError,
  type KubeObject,
} from '@kubemin/kubeapi';
import type { Namespace, Pod } from '@kubemin/kubeapi/types/core.v1';
import {
  isDryRun,
  objectResponse,
  placeOfCall,
  type ResourceCall,
  type ServerParts,
  type Subresource,
  SubresourceTable,
  updateBy,
} from '../../registry/index.ts';
import { readObject } from '../strict-decoding.ts';
import { getObject } from '../verbs/get.ts';
import { patchStatus } from '../verbs/patch.ts';
import { updateStatus } from '../verbs/update.ts';
import { approval } from './approval.ts';
import { bindPod } from './binding.ts';
import { evictPod } from './eviction.ts';
import { podPart } from './pod-part.ts';
import { resizePod } from './resize.ts';
import { getScale, patchScale, updateScale } from './scale.ts';

/** The subresources of built-in kinds; `more` are those that need what not every server has. */
export function builtinSubresources(more: Readonly<Record<string, Subresource>> = {}): SubresourceTable {
  return new SubresourceTable({
    status: { get: getObject, update: updateStatus, patch: patchStatus },
    scale: { get: getScale, update: updateScale, patch: patchScale },
    'certificatesigningrequests.certificates.k8s.io/approval': approval,
    'pods/binding': { create: bindPod },
    'pods/ephemeralcontainers': ephemeralContainers,
    'pods/eviction': { create: evictPod },
    'pods/resize': resizePod,
    'namespaces/finalize': { update: finalizeNamespace },
    ...more,
  });
}

const PATH = 'spec.ephemeralContainers';

/** Containers put beside running ones, to look at them (`kubectl debug`): they can be added, never changed or taken away. */
const ephemeralContainers: Subresource = podPart({
  take: (sent, current) => ({
    ...current,
    ...(sent.ephemeralContainers && { ephemeralContainers: sent.ephemeralContainers }),
  }),
  problems: onlyAdded,
});

function onlyAdded(next: Pod, current: Pod): readonly FieldError[] {
  const now = next.spec?.ephemeralContainers ?? [];
  return (current.spec?.ephemeralContainers ?? []).flatMap((old) => {
    const same = now.find(({ name }) => name === old.name);
    if (same === undefined) {
      return [fieldError.forbidden(PATH, `existing ephemeral containers "${old.name}" may not be removed`)];
    }
    if (deepEqual(same, old)) return [];
    return [fieldError.forbidden(PATH, `existing ephemeral containers "${old.name}" may not be changed`)];
  });
}

/** PUT of a namespace's finalizers: the only way to change them, and what lets a terminating namespace go. */
async function finalizeNamespace(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const sent = readObject(call);
  if (!isNamespace(sent)) throw badRequest('only namespaces can be finalized');
  const { finalizers } = sent.spec ?? {};
  const { uid, resourceVersion } = sent.metadata;
  const change = (current: KubeObject): KubeObject => {
    const expected = { ...(uid !== undefined && { uid }), ...(resourceVersion !== undefined && { resourceVersion }) };
    const spec = finalizers === undefined ? {} : { finalizers };
    return { ...current, metadata: { ...current.metadata, ...expected }, ...{ spec } };
  };
  const options = { target: 'whole' as const, dryRun: isDryRun(call), fields: updateBy(call) };
  return objectResponse(200, await server.registry.update(call.resource, placeOfCall(call), change, options));
}

function isNamespace(object: KubeObject): object is Namespace {
  return object.kind === 'Namespace';
}
