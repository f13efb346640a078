import { basename, join, posix } from 'node:path';
import type {
  ConfigMap,
  DownwardAPIVolumeFile,
  KeyToPath,
  PersistentVolume,
  Pod,
  Secret,
  Volume,
  VolumeProjection,
} from '@kubemin/kubeapi/types/core.v1';
import { downwardValue, type NodeAmounts } from '../config/index.ts';
import type { VolumeFile } from './atomic-directory.ts';

/** Where the contents of volumes come from. */
export interface VolumeSources {
  configMap(namespace: string, name: string): Promise<ConfigMap | undefined>;
  secret(namespace: string, name: string): Promise<Secret | undefined>;
  /** A token of the pod's service account that is still valid for long enough. */
  serviceAccountToken(
    pod: Pod,
    request: { readonly audience: string; readonly expirationSeconds: number },
  ): Promise<string>;
  /** What pods can have of the node. @default limits that containers do not have are empty */
  readonly allocatable?: NodeAmounts | undefined;
}

/** Why a volume cannot be made, with the message of other kubelets; it is tried again. */
export class MissingVolumeSourceError extends Error {}

/** What admission adds to every pod that talks to the API; a cluster without TLS has no root certificate for it. */
const API_ACCESS = 'kube-api-access-';
const PROJECTIONS = ['configMap', 'secret', 'downwardAPI', 'serviceAccountToken'];
const DEFAULT_MODE = 0o644;
const DEFAULT_TOKEN_SECONDS = 3600;

/** The files of a volume of type configMap, secret, downwardAPI or projected; undefined for other types. */
export async function volumeFiles(
  pod: Pod,
  volume: Volume,
  sources: VolumeSources,
): Promise<ReadonlyMap<string, VolumeFile> | undefined> {
  const { configMap, secret, downwardAPI, projected } = volume;
  const files = new FileCollector(pod, sources);
  if (configMap !== undefined) await files.addConfigMap(configMap, configMap.defaultMode);
  else if (secret !== undefined) await files.addSecret({ ...secret, name: secret.secretName }, secret.defaultMode);
  else if (downwardAPI !== undefined) files.addFields(downwardAPI.items, downwardAPI.defaultMode);
  else if (projected !== undefined) {
    const optional = volume.name.startsWith(API_ACCESS);
    for (const source of projected.sources ?? []) await files.addProjection(source, projected.defaultMode, optional);
  } else return undefined;
  return files.collected;
}

interface ObjectReference {
  readonly name?: string | undefined;
  readonly optional?: boolean | undefined;
  readonly items?: readonly KeyToPath[] | undefined;
}

class FileCollector {
  readonly collected = new Map<string, VolumeFile>();
  readonly #pod: Pod;
  readonly #sources: VolumeSources;

  constructor(pod: Pod, sources: VolumeSources) {
    this.#pod = pod;
    this.#sources = sources;
  }

  async addConfigMap(reference: ObjectReference, mode: number | undefined): Promise<void> {
    const { name = '' } = reference;
    const found = await this.#sources.configMap(this.#namespace, name);
    if (found === undefined && reference.optional !== true)
      throw new MissingVolumeSourceError(`configmap "${name}" not found`);
    const contents = new Map<string, Uint8Array>([
      ...Object.entries(found?.data ?? {}).map(([key, text]) => [key, Buffer.from(text)] as const),
      ...Object.entries(found?.binaryData ?? {}).map(([key, text]) => [key, Buffer.from(text, 'base64')] as const),
    ]);
    this.#addKeys(contents, reference, mode, 'configmap references non-existent config key');
  }

  async addSecret(reference: ObjectReference, mode: number | undefined): Promise<void> {
    const { name = '' } = reference;
    const found = await this.#sources.secret(this.#namespace, name);
    if (found === undefined && reference.optional !== true)
      throw new MissingVolumeSourceError(`secret "${name}" not found`);
    const contents = new Map(
      Object.entries(found?.data ?? {}).map(([key, text]) => [key, Buffer.from(text, 'base64')] as const),
    );
    this.#addKeys(contents, reference, mode, 'references non-existent secret key');
  }

  addFields(items: readonly DownwardAPIVolumeFile[] = [], defaultMode: number | undefined): void {
    for (const item of items) {
      const container = item.resourceFieldRef?.containerName ?? this.#pod.spec?.containers[0]?.name ?? '';
      const value = downwardValue(this.#pod, container, item, this.#sources.allocatable) ?? '';
      this.#add(item.path, Buffer.from(value), item.mode ?? defaultMode);
    }
  }

  async addProjection(projection: VolumeProjection, mode: number | undefined, optional: boolean): Promise<void> {
    const { configMap, secret, downwardAPI, serviceAccountToken } = projection;
    const unknown = Object.keys(projection).find((kind) => !PROJECTIONS.includes(kind));
    if (unknown !== undefined && projection.clusterTrustBundle?.optional !== true) {
      throw new MissingVolumeSourceError(`source ${unknown} of projected volumes is not supported on this node`);
    }
    if (configMap !== undefined) await this.addConfigMap(optional ? { ...configMap, optional } : configMap, mode);
    if (secret !== undefined) await this.addSecret(secret, mode);
    if (downwardAPI !== undefined) this.addFields(downwardAPI.items, mode);
    if (serviceAccountToken !== undefined) {
      const { audience = '', expirationSeconds = DEFAULT_TOKEN_SECONDS, path } = serviceAccountToken;
      const token = await this.#sources.serviceAccountToken(this.#pod, { audience, expirationSeconds });
      this.#add(path, Buffer.from(token), mode);
    }
  }

  get #namespace(): string {
    return this.#pod.metadata.namespace ?? '';
  }

  /** All keys, or those that are listed, at their paths. */
  #addKeys(
    contents: ReadonlyMap<string, Uint8Array>,
    reference: ObjectReference,
    mode: number | undefined,
    missing: string,
  ): void {
    if (reference.items === undefined || reference.items.length === 0) {
      for (const [key, content] of contents) this.#add(key, content, mode);
      return;
    }
    for (const item of reference.items) {
      const content = contents.get(item.key);
      if (content !== undefined) this.#add(item.path, content, item.mode ?? mode);
      else if (reference.optional !== true) throw new MissingVolumeSourceError(`${missing}: ${item.key}`);
    }
  }

  #add(path: string, content: Uint8Array, mode: number | undefined): void {
    const normal = posix.normalize(path);
    if (normal === '.' || normal.startsWith('/') || normal.split('/').some((part) => part.startsWith('..'))) {
      throw new MissingVolumeSourceError(`path ${JSON.stringify(path)} is outside of the volume`);
    }
    this.collected.set(normal, { content, mode: mode ?? DEFAULT_MODE });
  }
}

const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';
const LOCAL_PATH_PROVISIONER = 'kubemin.io/local-path';

/**
 * Where the files of a volume are that was made for a claim as a directory of the node; undefined for other volumes. Only the
 * name of the directory is taken from the object, whose path cannot be changed: after a data directory was moved, or a backup
 * restored into another one, it names a directory that is not of this node.
 */
export function localVolumePath({ metadata, spec }: PersistentVolume, directory: string): string | undefined {
  if (metadata.annotations?.[PROVISIONED_BY] !== LOCAL_PATH_PROVISIONER) return undefined;
  const name = basename(spec?.hostPath?.path ?? '');
  return ['', '.', '..'].includes(name) ? undefined : join(directory, name);
}

/** The volume with the path that it has on this node. */
export function atLocalPath(volume: PersistentVolume, directory: string): PersistentVolume {
  const path = localVolumePath(volume, directory);
  if (path === undefined) return volume;
  return { ...volume, spec: { ...volume.spec, hostPath: { ...volume.spec?.hostPath, path } } };
}
