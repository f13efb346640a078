import { isControlledBy } from '@kubemin/controller';
import type { Change, Informer } from '@kubemin/kube';
import type { StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';

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
