import type { KubeObject } from '@kubemin/kubeapi';
import { core, networking, storage } from '@kubemin/kubeapi/resources';
import type { PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { Ingress } from '@kubemin/kubeapi/types/networking.v1';
import { type AdmissionFactory, isAbout, type ServerParts } from '../registry/index.ts';

const DEFAULT_STORAGE = 'storageclass.kubernetes.io/is-default-class';
const DEFAULT_INGRESS = 'ingressclass.kubernetes.io/is-default-class';
const INGRESS_ANNOTATION = 'kubernetes.io/ingress.class';

/** Claims that name no class get the default one, if there is one. */
export const defaultStorageClass: AdmissionFactory = ({ server }) => ({
  name: 'DefaultStorageClass',
  applies: (request) => request.operation === 'create' && isAbout(request, core.v1.persistentvolumeclaims),
  mutate(object) {
    if (!isClaim(object) || object.spec?.storageClassName !== undefined) return object;
    const name = findDefaultClass(server, storage.v1.storageclasses.plural, DEFAULT_STORAGE);
    if (name === undefined) return object;
    const claim: PersistentVolumeClaim = { ...object, spec: { ...object.spec, storageClassName: name } };
    return claim;
  },
});

/** Ingresses that name no class get the default one, if there is one. */
export const defaultIngressClass: AdmissionFactory = ({ server }) => ({
  name: 'DefaultIngressClass',
  applies: (request) => request.operation === 'create' && isAbout(request, networking.v1.ingresses),
  mutate(object) {
    if (!isIngress(object) || object.spec?.ingressClassName !== undefined) return object;
    if (object.metadata.annotations?.[INGRESS_ANNOTATION] !== undefined) return object;
    const name = findDefaultClass(server, networking.v1.ingressclasses.plural, DEFAULT_INGRESS);
    if (name === undefined) return object;
    const ingress: Ingress = { ...object, spec: { ...object.spec, ingressClassName: name } };
    return ingress;
  },
});

/** The newest of those marked as default, so that marking another one has an effect. */
function findDefaultClass({ cache }: ServerParts, collection: string, annotation: string): string | undefined {
  const marked = [...cache.collection(collection).list(undefined)].filter(
    ({ metadata }) => metadata.annotations?.[annotation] === 'true',
  );
  return marked.sort(newestFirst)[0]?.metadata.name;
}

function newestFirst(a: KubeObject, b: KubeObject): number {
  const [first, second] = [a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? ''];
  if (first !== second) return first < second ? 1 : -1;
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}

function isClaim(object: KubeObject): object is PersistentVolumeClaim {
  return object.kind === 'PersistentVolumeClaim';
}

function isIngress(object: KubeObject): object is Ingress {
  return object.kind === 'Ingress';
}
