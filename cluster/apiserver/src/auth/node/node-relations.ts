import type { KubeObject } from '@kubemin/kubeapi';
import { core, resource, storage } from '@kubemin/kubeapi/resources';
import type { PersistentVolume, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ResourceSlice } from '@kubemin/kubeapi/types/resource.v1';
import type { VolumeAttachment } from '@kubemin/kubeapi/types/storage.v1';
import { isPod, podNodeName } from '../../handler/index.ts';
import type { ServerParts } from '../../registry/index.ts';
import { type ReferencedKind, referencedNames, sourceSecrets } from './pod-references.ts';

/** Which object; the namespace is '' for what is in none. */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

/**
 * What the pods of a node lead to: worked out when it is asked for, from the pods that the cache finds by their node. So
 * it is never out of date, and writes pay nothing for it.
 */
export class NodeRelations {
  readonly #cache: ServerParts['cache'];

  constructor({ cache }: Pick<ServerParts, 'cache'>) {
    this.#cache = cache;
  }

  /** Whether a pod runs there that refers to the object. */
  runsPodWith(node: string, kind: ReferencedKind, { namespace, name }: ObjectName): boolean {
    return this.#ownPodsOn(node, namespace).some((pod) => {
      for (const referred of referencedNames(pod, kind)) if (referred === name) return true;
      return false;
    });
  }

  runsPod(node: string, { namespace, name }: ObjectName): boolean {
    const pod = this.#cache.collection(core.v1.pods.plural).get(namespace, name);
    return pod !== undefined && isPod(pod) && pod.spec?.nodeName === node;
  }

  usesVolume(node: string, { name }: ObjectName): boolean {
    const volume = this.#cache.collection(core.v1.persistentvolumes.plural).get('', name);
    return volume !== undefined && isVolume(volume) && this.#usesBoundClaim(node, volume);
  }

  /** Whether a volume used there needs the secret to be mounted. */
  usesVolumeWithSecret(node: string, { namespace, name }: ObjectName): boolean {
    return this.#volumesOn(node).some(({ spec = {} }) => {
      const home = spec.claimRef?.namespace ?? '';
      for (const source of Object.values(spec)) {
        for (const secret of sourceSecrets(source)) {
          if (secret.name === name && (secret.namespace ?? home) === namespace) return true;
        }
      }
      return false;
    });
  }

  hasAttachment(node: string, { name }: ObjectName): boolean {
    const attachment = this.#cache.collection(storage.v1.volumeattachments.plural).get('', name);
    return attachment !== undefined && isAttachment(attachment) && attachment.spec.nodeName === node;
  }

  hasSlice(node: string, { name }: ObjectName): boolean {
    const slice = this.#cache.collection(resource.v1.resourceslices.plural).get('', name);
    return slice !== undefined && isSlice(slice) && slice.spec.nodeName === node;
  }

  #usesBoundClaim(node: string, { spec }: PersistentVolume): boolean {
    const { name = '', namespace = '' } = spec?.claimRef ?? {};
    return name !== '' && this.runsPodWith(node, 'persistentvolumeclaims', { namespace, name });
  }

  /** By the claims of the pods there, which are few, however many volumes there are. */
  #volumesOn(node: string): readonly PersistentVolume[] {
    const claims = new Set<string>();
    for (const pod of this.#ownPodsOn(node, undefined)) {
      const { namespace = '' } = pod.metadata;
      for (const name of referencedNames(pod, 'persistentvolumeclaims')) claims.add(`${namespace}/${name}`);
    }
    if (claims.size === 0) return [];
    const volumes = this.#cache.collection(core.v1.persistentvolumes.plural);
    const interest = { property: 'claim', read: volumeClaim, values: [...claims] };
    const found = volumes.having(interest, undefined) ?? [...volumes.list(undefined)];
    return found.filter(isVolume).filter((volume) => claims.has(volumeClaim(volume) ?? ''));
  }

  /** Mirror pods are written by the node itself: they must not give it access to anything. */
  #ownPodsOn(node: string, namespace: string | undefined): readonly Pod[] {
    return this.#podsOn(node, namespace).filter(
      ({ metadata }) => metadata.annotations?.[MIRROR_ANNOTATION] === undefined,
    );
  }

  #podsOn(node: string, namespace: string | undefined): readonly Pod[] {
    const pods = this.#cache.collection(core.v1.pods.plural);
    // Named like the field that nodes select their pods by, to share its index.
    const interest = { property: 'field:spec.nodeName', read: podNodeName, values: [node] };
    const found = pods.having(interest, namespace) ?? [...pods.list(namespace)];
    return found.filter(isPod).filter(({ spec }) => spec?.nodeName === node);
  }
}

function volumeClaim(object: KubeObject): string | undefined {
  const claim = isVolume(object) ? object.spec?.claimRef : undefined;
  const { name = '', namespace = '' } = claim ?? {};
  return name === '' ? undefined : `${namespace}/${name}`;
}

function isVolume(object: KubeObject): object is PersistentVolume {
  return object.kind === 'PersistentVolume';
}

function isAttachment(object: KubeObject): object is VolumeAttachment {
  return object.kind === 'VolumeAttachment';
}

function isSlice(object: KubeObject): object is ResourceSlice {
  return object.kind === 'ResourceSlice';
}
