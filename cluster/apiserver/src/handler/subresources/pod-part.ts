import { type ApiResponse, badRequest, deepEqual, type FieldError, invalid, type KubeObject } from '@kubemin/kubeapi';
import type { Pod, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { placeOfCall, type ResourceCall, type ServerParts, type Subresource } from '../../registry/index.ts';
import { defaultPodSpec, validatePodSpec } from '../../strategy/index.ts';
import { isPod } from '../pods.ts';
import { getObject } from '../verbs/get.ts';
import { expectedMetadata, sentObject, updateParentObject } from './sent-object.ts';

/** A part of a pod's spec that is written apart from the rest, by rules of its own. */
export interface PodPart {
  /** The new spec: the current one with the part taken from what was sent. */
  take(sent: PodSpec, current: PodSpec): PodSpec;
  problems(next: Pod, current: Pod): readonly FieldError[];
}

/** The subresource through which that part is read and written: GET, PUT and PATCH of the pod. */
export function podPart(part: PodPart): Subresource {
  const write = (server: ServerParts, call: ResourceCall): Promise<ApiResponse> => writePart(server, call, part);
  return { get: getObject, update: write, patch: write };
}

async function writePart(server: ServerParts, call: ResourceCall, part: PodPart): Promise<ApiResponse> {
  const place = placeOfCall(call);
  const sent = sentObject(call);
  const change = (current: KubeObject): KubeObject => {
    const asked = sent(current);
    if (!isPod(current) || !isPod(asked)) throw badRequest('only pods have this subresource');
    const none: PodSpec = { containers: [] };
    const spec = defaultPodSpec(part.take(asked.spec ?? none, current.spec ?? none));
    const metadata = expectedMetadata(current, asked);
    const same = deepEqual(spec, current.spec);
    const next: Pod = { ...current, spec, metadata: same ? metadata : withNextGeneration(metadata) };
    const problems = [...part.problems(next, current), ...validatePodSpec(spec, 'spec')];
    if (problems.length > 0) throw invalid(call.resource.info, place.name, problems);
    return next;
  };
  return updateParentObject(server, call, change);
}

/** What the pod shall be has changed. */
function withNextGeneration(metadata: Pod['metadata']): Pod['metadata'] {
  return { ...metadata, generation: (metadata.generation ?? 0) + 1 };
}
