import { core } from '@kubemin/kubeapi/resources';
import { isAbout } from './about.ts';
import type { AdmissionFactory } from './admission.ts';

/** What keeps an object of each resource until nobody uses it; taken off by a controller, once it is being deleted. */
const FINALIZERS: Readonly<Record<string, string>> = {
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  persistentvolumes: 'kubernetes.io/pv-protection',
};

/** Claims and volumes are protected from the start: one added later would come too late for a deletion before it. */
export const storageObjectInUseProtection: AdmissionFactory = () => ({
  name: 'StorageObjectInUseProtection',
  applies: (request) =>
    request.operation === 'create' && isAbout(request, core.v1.persistentvolumeclaims, core.v1.persistentvolumes),
  mutate(object, { resource }) {
    const finalizer = FINALIZERS[resource.info.plural];
    const { finalizers = [] } = object.metadata;
    if (finalizer === undefined || finalizers.includes(finalizer)) return object;
    return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } };
  },
});
