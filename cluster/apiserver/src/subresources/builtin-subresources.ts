import { getObject } from '../verbs/get.ts';
import { patchStatus } from '../verbs/patch.ts';
import { updateStatus } from '../verbs/update.ts';
import { bindPod } from './binding.ts';
import { finalizeNamespace } from './finalize.ts';
import { getScale, patchScale, updateScale } from './scale.ts';
import { type Subresource, SubresourceTable } from './subresource.ts';

/** The subresources of built-in kinds; `more` are those that need what not every server has. */
export function builtinSubresources(more: Readonly<Record<string, Subresource>> = {}): SubresourceTable {
  return new SubresourceTable({
    status: { get: getObject, update: updateStatus, patch: patchStatus },
    scale: { get: getScale, update: updateScale, patch: patchScale },
    'pods/binding': { create: bindPod },
    'namespaces/finalize': { update: finalizeNamespace },
    ...more,
  });
}
