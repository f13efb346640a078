import { getObject } from '../verbs/get.ts';
import { patchStatus } from '../verbs/patch.ts';
import { updateStatus } from '../verbs/update.ts';
import { approval } from './approval.ts';
import { bindPod } from './binding.ts';
import { ephemeralContainers } from './ephemeral-containers.ts';
import { evictPod } from './eviction.ts';
import { finalizeNamespace } from './finalize.ts';
import { resizePod } from './resize.ts';
import { getScale, patchScale, updateScale } from './scale.ts';
import { type Subresource, SubresourceTable } from './subresource.ts';

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
