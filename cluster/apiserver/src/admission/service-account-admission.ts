import { type Random, randomString } from '@kubemin/base';
import { forbidden, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Container, Pod, ServiceAccount, Volume, VolumeMount } from '@kubemin/kubeapi/types/core.v1';
import { isPod } from '../handler/index.ts';
import type { AdmissionContext, AdmissionPlugin } from '../registry/index.ts';

const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const VOLUME_PREFIX = 'kube-api-access-';
const SUFFIX_LENGTH = 5;
const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
/** Tokens requested with exactly this lifetime are recognised as those of pods. */
const TOKEN_SECONDS = 3607;
const FILE_MODE = 0o644;
const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

/** Every pod runs as a service account that exists, and finds that account's credentials at the usual place. */
export function serviceAccountAdmission({ server, bootstrapNamespace: furnish }: AdmissionContext): AdmissionPlugin {
  const find = (namespace: string, name: string): KubeObject | undefined =>
    server.cache.collection(core.v1.serviceaccounts.plural).get(namespace, name);
  return {
    name: 'ServiceAccount',
    applies: ({ operation, resource, subresource }) =>
      operation === 'create' &&
      subresource === undefined &&
      resource.info.group === '' &&
      resource.info.plural === 'pods',
    mutate: async (object, { namespace }) => {
      // A mirror pod shows what a node runs already: it gets nothing.
      if (!isPod(object) || object.metadata.annotations?.[MIRROR_ANNOTATION] !== undefined) return object;
      const name = object.spec?.serviceAccountName || 'default';
      // Pods can be created before the namespace is bootstrapped.
      if (name === 'default' && find(namespace, name) === undefined) await furnish(namespace);
      const account = find(namespace, name);
      if (account === undefined || !isServiceAccount(account)) {
        const why = `error looking up service account ${namespace}/${name}: serviceaccount "${name}" not found`;
        throw forbidden(why, { ...core.v1.pods, name: object.metadata.name ?? object.metadata.generateName ?? '' });
      }
      return withCredentials(withAccount(object, account), account, server.random);
    },
  };
}

function withAccount(pod: Pod, account: ServiceAccount): Pod {
  const name = account.metadata.name ?? '';
  const secrets = pod.spec?.imagePullSecrets?.length ? pod.spec.imagePullSecrets : account.imagePullSecrets;
  const spec = pod.spec ?? { containers: [] };
  return {
    ...pod,
    spec: {
      ...spec,
      serviceAccountName: name,
      serviceAccount: name,
      ...(secrets?.length && { imagePullSecrets: secrets }),
    },
  };
}

function withCredentials(pod: Pod, account: ServiceAccount, random: Random): Pod {
  const { spec } = pod;
  const automount = spec?.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  if (!automount || spec === undefined) return pod;
  const existing = spec.volumes?.find((volume) => isCredentials(volume));
  const volume =
    existing ?? credentialsVolume(`${VOLUME_PREFIX}${randomString(random, SUFFIX_LENGTH, SUFFIX_ALPHABET)}`);
  const mount: VolumeMount = { name: volume.name, readOnly: true, mountPath: MOUNT_PATH };
  const mounted = (container: Container): Container => {
    const mounts = container.volumeMounts ?? [];
    const taken = mounts.some(({ mountPath }) => mountPath === MOUNT_PATH);
    return taken ? container : { ...container, volumeMounts: [...mounts, mount] };
  };
  const containers = spec.containers.map(mounted);
  const initContainers = spec.initContainers?.map(mounted);
  const used = [...containers, ...(initContainers ?? [])].some((container) => container.volumeMounts?.includes(mount));
  if (!used) return pod;
  return {
    ...pod,
    spec: {
      ...spec,
      containers,
      ...(initContainers && { initContainers }),
      ...(existing === undefined && { volumes: [...(spec.volumes ?? []), volume] }),
    },
  };
}

function isCredentials({ name, projected }: Volume): boolean {
  return (
    name.startsWith(VOLUME_PREFIX) &&
    projected?.sources?.some((source) => source.serviceAccountToken !== undefined) === true
  );
}

function credentialsVolume(name: string): Volume {
  const sources = [
    { serviceAccountToken: { path: 'token', expirationSeconds: TOKEN_SECONDS } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    {
      downwardAPI: {
        items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
      },
    },
  ];
  return { name, projected: { defaultMode: FILE_MODE, sources } };
}

function isServiceAccount(object: KubeObject): object is ServiceAccount {
  return object.kind === 'ServiceAccount';
}
