import type { RecordedEvent } from '@kubemin/controller';
import { type Informer, objectKey } from '@kubemin/kube';
import type {
  ConfigMapKeySelector,
  Container,
  EnvFromSource,
  EnvVar,
  KeyToPath,
  Pod,
  Volume,
} from '@kubemin/kubeapi/types/core.v1';
import type { ConfigKind, ConfigLookup, ConfigPlace } from './config-lookup.ts';

/** Something that a pod cannot do without, and that is not there. */
export interface MissingConfig {
  readonly place: ConfigPlace;
  /** In a kubelet's words. */
  readonly message: string;
}

/** A volume that cannot be mounted. */
export interface MissingVolume extends MissingConfig {
  readonly volume: string;
}

/** What admission adds to every pod that talks to the API: the node brings it along, whether or not there is a root certificate. */
const OWN_ACCESS = 'kube-api-access-';

const WORDS: Readonly<Record<ConfigKind, { readonly title: string; readonly noPath: string }>> = {
  configmap: { title: 'ConfigMap', noPath: 'configmap references non-existent config key' },
  secret: { title: 'Secret', noPath: 'references non-existent secret key' },
};

/** One use of an object: all of it, or some of its keys. */
interface ConfigUse {
  readonly kind: ConfigKind;
  readonly name: string | undefined;
  readonly optional?: boolean | undefined;
  readonly key?: string | undefined;
  readonly items?: readonly KeyToPath[] | undefined;
}

/** The volumes of a pod that wait for a ConfigMap or Secret. */
export function missingVolumes({ metadata, spec }: Pod, lookup: ConfigLookup): readonly MissingVolume[] {
  return (spec?.volumes ?? []).flatMap((volume) => {
    const missing = firstMissing(volumeUses(volume), metadata.namespace ?? '', lookup);
    return missing === undefined ? [] : [{ ...missing, volume: volume.name }];
  });
}

/** What keeps a container from being made: the first of its variables that cannot be filled in. */
export function missingEnvironment({ metadata }: Pod, container: Container, lookup: ConfigLookup) {
  const { env = [], envFrom = [] } = container;
  if (env.length + envFrom.length === 0) return undefined;
  return firstMissing([...envFrom.flatMap(sourceUses), ...env.flatMap(variableUses)], metadata.namespace ?? '', lookup);
}

function firstMissing(uses: readonly ConfigUse[], namespace: string, lookup: ConfigLookup): MissingConfig | undefined {
  for (const { kind, name = '', optional, key, items = [] } of uses) {
    if (optional === true || name === '') continue;
    const place = { kind, namespace, name };
    const keys = lookup.keys(place);
    const { title, noPath } = WORDS[kind];
    if (keys === undefined) return { place, message: `${kind} "${name}" not found` };
    if (key !== undefined && !keys.has(key)) {
      return { place, message: `couldn't find key ${key} in ${title} ${namespace}/${name}` };
    }
    const lost = items.find((item) => !keys.has(item.key));
    if (lost !== undefined) return { place, message: `${noPath}: ${lost.key}` };
  }
  return undefined;
}

function volumeUses({ name, configMap, secret, projected }: Volume): readonly ConfigUse[] {
  if (name.startsWith(OWN_ACCESS)) return [];
  return [
    ...(configMap ? [{ kind: 'configmap' as const, ...configMap, name: configMap.name }] : []),
    ...(secret ? [{ kind: 'secret' as const, ...secret, name: secret.secretName }] : []),
    ...(projected?.sources ?? []).flatMap((source) => [
      ...(source.configMap ? [{ kind: 'configmap' as const, ...source.configMap, name: source.configMap.name }] : []),
      ...(source.secret ? [{ kind: 'secret' as const, ...source.secret, name: source.secret.name }] : []),
    ]),
  ];
}

function sourceUses({ configMapRef, secretRef }: EnvFromSource): readonly ConfigUse[] {
  return [
    ...(configMapRef ? [{ kind: 'configmap' as const, ...configMapRef, name: configMapRef.name }] : []),
    ...(secretRef ? [{ kind: 'secret' as const, ...secretRef, name: secretRef.name }] : []),
  ];
}

function variableUses({ valueFrom }: EnvVar): readonly ConfigUse[] {
  const use = (kind: ConfigKind, { name, key, optional }: ConfigMapKeySelector): ConfigUse => ({
    kind,
    name,
    key,
    optional,
  });
  return [
    ...(valueFrom?.configMapKeyRef ? [use('configmap', valueFrom.configMapKeyRef)] : []),
    ...(valueFrom?.secretKeyRef ? [use('secret', valueFrom.secretKeyRef)] : []),
  ];
}

/** Events with the reasons why volumes cannot be mounted, which no status has: each reason when it comes up, and once while it stays. */
export class MountEvents {
  readonly #pods: Informer<Pod>;
  /** Messages by uid. Only pods that wait for a volume are remembered. */
  readonly #reported = new Map<string, readonly string[]>();

  constructor(pods: Informer<Pod>) {
    this.#pods = pods;
    pods.onChange(({ type, object }) => {
      if (type === 'deleted') this.#reported.delete(object.metadata.uid ?? '');
    });
  }

  /** The events about the pod's volumes that have not been reported yet. */
  newEvents(pod: Pod, unmounted: readonly RecordedEvent[]): readonly RecordedEvent[] {
    const { uid = '' } = pod.metadata;
    const reported = this.#reported.get(uid) ?? [];
    if (unmounted.length === 0) {
      this.#reported.delete(uid);
      return [];
    }
    // One that has gone meanwhile would be remembered for ever.
    if (this.#pods.get(objectKey(pod))?.metadata.uid !== pod.metadata.uid) return [];
    this.#reported.set(
      uid,
      unmounted.map(({ message }) => message),
    );
    return unmounted.filter(({ message }) => !reported.includes(message));
  }
}
