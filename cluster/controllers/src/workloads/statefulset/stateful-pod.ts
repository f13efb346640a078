import { isControlledBy } from '@kubemin/controller';
import type { Change, Informer } from '@kubemin/kube';
import type { StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PersistentVolumeClaim, Pod, PodTemplateSpec, Volume } from '@kubemin/kubeapi/types/core.v1';
import { isActive, podFromTemplate, REVISION_LABEL } from '../../pod-owner/index.ts';

const POD_NAME_LABEL = 'statefulset.kubernetes.io/pod-name';
const POD_INDEX_LABEL = 'apps.kubernetes.io/pod-index';

/** The number in a pod's name, if it is a name that this set gives. */
export function podOrdinal(set: StatefulSet, pod: Pod): number | undefined {
  const prefix = `${set.metadata.name}-`;
  const name = pod.metadata.name ?? '';
  const digits = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

/** The numbers that the set asks for. */
export function wantedOrdinals({ spec }: StatefulSet): readonly number[] {
  const start = spec?.ordinals?.start ?? 0;
  return Array.from({ length: spec?.replicas ?? 1 }, (_, index) => start + index);
}

/** What makes a pod of a set this one and no other. */
export interface PodIdentity {
  readonly ordinal: number;
  readonly revision: string;
  /** The template of that revision. */
  readonly template: PodTemplateSpec;
}

/** The pod with the identity of its ordinal: a stable name, a stable host name, and the claims that carry its name. */
export function statefulPod(set: StatefulSet, { ordinal, revision, template }: PodIdentity): Pod {
  const name = `${set.metadata.name}-${ordinal}`;
  const pod = podFromTemplate(template, set, name);
  const serviceName = set.spec?.serviceName;
  const claimed = claimTemplates(set).map((claim): Volume => {
    const claimName = `${claim.metadata.name}-${name}`;
    return { name: claim.metadata.name ?? '', persistentVolumeClaim: { claimName } };
  });
  const claimedNames = new Set(claimed.map((volume) => volume.name));
  const others = (pod.spec?.volumes ?? []).filter((volume) => !claimedNames.has(volume.name));
  const volumes = [...others, ...claimed];
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      labels: {
        ...pod.metadata.labels,
        [REVISION_LABEL]: revision,
        [POD_NAME_LABEL]: name,
        [POD_INDEX_LABEL]: String(ordinal),
      },
    },
    spec: {
      containers: [],
      ...pod.spec,
      hostname: name,
      ...(serviceName ? { subdomain: serviceName } : {}),
      ...(volumes.length > 0 && { volumes }),
    },
  };
}

/** The claims of one ordinal. They outlive pod and set: data is only deleted on request. */
export function statefulClaims(set: StatefulSet, ordinal: number): readonly PersistentVolumeClaim[] {
  return claimTemplates(set).map((template) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: `${template.metadata.name}-${set.metadata.name}-${ordinal}`,
      namespace: set.metadata.namespace ?? 'default',
      labels: { ...template.metadata.labels, ...set.spec?.selector.matchLabels },
      ...(template.metadata.annotations && { annotations: template.metadata.annotations }),
    },
    ...(template.spec && { spec: template.spec }),
  }));
}

/** The ordinals of wanted pods that are there and have not started: their claims are still waited for. */
export function startingOrdinals(set: StatefulSet, pods: readonly Pod[]): readonly number[] {
  const starting = pods.filter((pod) => pod.status?.phase === 'Pending' && isActive(pod));
  const waiting = new Set(starting.map((pod) => podOrdinal(set, pod)));
  return wantedOrdinals(set).filter((ordinal) => waiting.has(ordinal));
}

/** The revision a pod was made from. */
export function podRevision(pod: Pod): string | undefined {
  return pod.metadata.labels?.[REVISION_LABEL];
}

function claimTemplates(set: StatefulSet): readonly PersistentVolumeClaim[] {
  return set.spec?.volumeClaimTemplates ?? [];
}

type Sets = Pick<Informer<StatefulSet>, 'get'>;

const NUMBERED = /^(.+)-\d+$/;

/** For a pod that is gone: the key of the set that may have waited for its name, without ever having owned it. */
export function setOfFreedPod(sets: Sets): (change: Change<Pod>) => readonly string[] {
  return ({ type, object }) => {
    const [, name] = NUMBERED.exec(object.metadata.name ?? '') ?? [];
    if (type !== 'deleted' || name === undefined) return [];
    const key = `${object.metadata.namespace}/${name}`;
    const set = sets.get(key);
    return set === undefined || isControlledBy(object, set) ? [] : [key];
  };
}

/** For a claim that is gone: the keys of the sets that may have waited for it to go. */
export function setsOfFreedClaim(sets: Sets): (change: Change<PersistentVolumeClaim>) => readonly string[] {
  return ({ type, object }) => {
    const [, base = ''] = NUMBERED.exec(object.metadata.name ?? '') ?? [];
    if (type !== 'deleted') return [];
    // Both parts may contain dashes: `a-b-c` is template `a` of set `b-c`, or template `a-b` of set `c`.
    const parts = base.split('-');
    return parts.flatMap((_, index) => {
      const template = parts.slice(0, index).join('-');
      const key = `${object.metadata.namespace}/${parts.slice(index).join('-')}`;
      const templates = sets.get(key)?.spec?.volumeClaimTemplates ?? [];
      return templates.some(({ metadata }) => metadata.name === template) ? [key] : [];
    });
  };
}
