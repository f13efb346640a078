import { deepEqual, forbidden, type KubeObject } from '@kubemin/kubeapi';
import { core, node } from '@kubemin/kubeapi/resources';
import type { Pod, PodSpec, Toleration } from '@kubemin/kubeapi/types/core.v1';
import type { RuntimeClass } from '@kubemin/kubeapi/types/node.v1';
import { isPod, withSpec } from '../handler/index.ts';
import { type AdmissionFactory, isAbout, type ServerParts } from '../registry/index.ts';

/** Gives new pods the overhead and the placement of their RuntimeClass, and refuses those that name one that does not exist. */
export const runtimeClass: AdmissionFactory = ({ server }) => ({
  name: 'RuntimeClass',
  applies: (request) => request.operation === 'create' && isAbout(request, core.v1.pods),
  mutate(object) {
    if (!isPod(object)) return object;
    const found = findClass(server, object);
    return found === undefined ? object : withSpec(object, { ...overhead(object, found), ...placement(object, found) });
  },
  validate(object) {
    if (!isPod(object)) return;
    const { overhead: given = {} } = object.spec ?? {};
    if (Object.keys(given).length === 0 || findClass(server, object)?.overhead?.podFixed !== undefined) return;
    throw refusal(object, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
  },
});

function findClass({ cache }: ServerParts, pod: Pod): RuntimeClass | undefined {
  const { runtimeClassName: name } = pod.spec ?? {};
  if (name === undefined) return undefined;
  const found = cache.collection(node.v1.runtimeclasses.plural).get('', name);
  if (found !== undefined && isRuntimeClass(found)) return found;
  throw refusal(pod, `pod rejected: RuntimeClass "${name}" not found`);
}

function overhead(pod: Pod, { overhead: defined }: RuntimeClass): Pick<PodSpec, 'overhead'> {
  if (defined?.podFixed === undefined) return {};
  const { overhead: given } = pod.spec ?? {};
  if (given === undefined || deepEqual(given, defined.podFixed)) return { overhead: defined.podFixed };
  throw refusal(pod, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
}

function placement(pod: Pod, { scheduling }: RuntimeClass): Pick<PodSpec, 'nodeSelector' | 'tolerations'> {
  const { nodeSelector = {}, tolerations = [] } = scheduling ?? {};
  const own = pod.spec?.nodeSelector ?? {};
  for (const [key, value] of Object.entries(nodeSelector)) {
    const given = Object.hasOwn(own, key) ? own[key] : undefined;
    if (given === undefined || given === value) continue;
    const values = `runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${given}`;
    throw refusal(pod, `pod rejected: conflict: ${values}`);
  }
  const ownTolerations = pod.spec?.tolerations ?? [];
  const isNew = (toleration: Toleration): boolean => !ownTolerations.some((one) => deepEqual(one, toleration));
  const added = tolerations.filter(isNew);
  return {
    ...(Object.keys(nodeSelector).length > 0 && { nodeSelector: { ...own, ...nodeSelector } }),
    ...(added.length > 0 && { tolerations: [...ownTolerations, ...added] }),
  };
}

function refusal({ metadata }: Pod, why: string): Error {
  return forbidden(why, { ...core.v1.pods, name: metadata.name ?? metadata.generateName ?? '' });
}

function isRuntimeClass(object: KubeObject): object is RuntimeClass {
  return object.kind === 'RuntimeClass';
}
