import { core } from '@kubemin/kubeapi/resources';
import { type AdmissionFactory, isAbout } from '../registry/index.ts';

/** The finalizer that keeps an object of each resource while it is in use; a controller removes it during the deletion. */
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
