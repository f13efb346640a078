import { forbidden, type KubeObject } from '@kubemin/kubeapi';
import { core, scheduling } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { PriorityClass } from '@kubemin/kubeapi/types/scheduling.v1';
import { isPod, withSpec } from '../handler/index.ts';
import { type AdmissionFactory, type AdmissionRequest, isAbout, type ServerParts } from '../registry/index.ts';

/** Turns the names of priority classes into numbers, which schedulers compare; there is one default at most. */
export const priority: AdmissionFactory = ({ server }) => ({
  name: 'Priority',
  applies: (request) => request.operation !== 'delete' && isAbout(request, core.v1.pods, scheduling.v1.priorityclasses),
  mutate(object, { operation, old }) {
    if (!isPod(object)) return object;
    return operation === 'create' ? withPriority(server, object) : withOldPriority(object, old);
  },
  validate(object, request) {
    if (isClass(object)) checkOnlyDefault(server, object, request);
  },
});

function withPriority(server: ServerParts, pod: Pod): Pod {
  const { priorityClassName: name = '', priority: given, preemptionPolicy } = pod.spec ?? {};
  const found = name === '' ? defaultClass(server) : findPriorityClass(server, name);
  if (name !== '' && found === undefined) {
    throw forbidden(`no PriorityClass with name ${name} was found`, { ...core.v1.pods, name: podName(pod) });
  }
  const value = found?.value ?? 0;
  if (given !== undefined && given !== value) {
    const why = `the integer value of priority (${given}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`;
    throw forbidden(why, { ...core.v1.pods, name: podName(pod) });
  }
  const policy = found?.preemptionPolicy ?? 'PreemptLowerPriority';
  if (preemptionPolicy !== undefined && preemptionPolicy !== policy) {
    const why = `the string value of PreemptionPolicy (${preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${policy} from the given PriorityClass name`;
    throw forbidden(why, { ...core.v1.pods, name: podName(pod) });
  }
  return withSpec(pod, {
    ...(found && { priorityClassName: found.metadata.name ?? '' }),
    priority: value,
    preemptionPolicy: policy,
  });
}

/** Who sends a pod back as he wrote it does not mean to take its priority away. */
function withOldPriority(pod: Pod, old: KubeObject | undefined): Pod {
  if (!isPod(old)) return pod;
  const { priority: value, preemptionPolicy } = old.spec ?? {};
  return withSpec(pod, {
    ...(pod.spec?.priority === undefined && value !== undefined && { priority: value }),
    ...(pod.spec?.preemptionPolicy === undefined && preemptionPolicy !== undefined && { preemptionPolicy }),
  });
}

function checkOnlyDefault(server: ServerParts, one: PriorityClass, { old }: AdmissionRequest): void {
  const was = old !== undefined && isClass(old) && old.globalDefault === true;
  if (one.globalDefault !== true || was) return;
  const other = classes(server).find(
    ({ globalDefault, metadata }) => globalDefault && metadata.name !== one.metadata.name,
  );
  if (other === undefined) return;
  const why = `PriorityClass ${other.metadata.name} is already marked as default. Only one default can exist`;
  throw forbidden(why, { ...scheduling.v1.priorityclasses, name: one.metadata.name ?? '' });
}

/** The lowest where there are several, so that a misconfiguration raises no priority. */
function defaultClass(server: ServerParts): PriorityClass | undefined {
  return classes(server)
    .filter(({ globalDefault }) => globalDefault === true)
    .sort((a, b) => a.value - b.value)[0];
}

function findPriorityClass({ cache }: ServerParts, name: string): PriorityClass | undefined {
  const found = cache.collection(scheduling.v1.priorityclasses.plural).get('', name);
  return found !== undefined && isClass(found) ? found : undefined;
}

function classes({ cache }: ServerParts): readonly PriorityClass[] {
  return [...cache.collection(scheduling.v1.priorityclasses.plural).list(undefined)].filter(isClass);
}

function podName({ metadata }: Pod): string {
  return metadata.name ?? metadata.generateName ?? '';
}

function isClass(object: KubeObject): object is PriorityClass {
  return object.kind === 'PriorityClass';
}
