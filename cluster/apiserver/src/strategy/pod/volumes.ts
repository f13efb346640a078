import { fieldError } from '@kubemin/kubeapi';
import type {
  DownwardAPIVolumeFile,
  HostPathVolumeSource,
  KeyToPath,
  ProjectedVolumeSource,
  Volume,
  VolumeProjection,
} from '@kubemin/kubeapi/types/core.v1';
import { nonNegativeAmount } from '../amounts.ts';
import { each, inRange, oneOf, type Problems, required, requiredName } from '../field-checks.ts';
import { FILE_FIELDS, fieldReference } from './field-references.ts';
import { fileMode, relativePath, withoutBacksteps } from './file-paths.ts';

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];
/** Shortest and longest life of a projected token, in seconds. */
const TOKEN_SECONDS = [600, 2 ** 32] as const;

/** The volumes of a pod; `extra` are names that a controller adds. */
export function volumes(given: readonly Volume[] | undefined, path: string): Problems {
  const names = new Set<string>();
  return each(given, path, (volume, at) => {
    const { name, ...sources } = volume;
    const taken = name !== '' && names.has(name);
    names.add(name);
    const kinds = Object.keys(sources);
    return [
      ...(taken ? [fieldError.duplicate(`${at}.name`, name)] : requiredName(`${at}.name`, name, 'dns1123Label')),
      ...(kinds.length === 0 ? [fieldError.required(at, 'must specify a volume type')] : []),
      ...kinds.slice(1).map((kind) => fieldError.forbidden(`${at}.${kind}`, 'may not specify more than 1 volume type')),
      ...sourceProblems(volume, at),
    ];
  });
}

/** One rule per kind of source; kinds that are not here are taken as they are. */
function sourceProblems(volume: Volume, path: string): Problems {
  const { configMap, csi, downwardAPI, emptyDir, hostPath, nfs, persistentVolumeClaim, projected, secret } = volume;
  return [
    ...(hostPath === undefined ? [] : hostPathProblems(hostPath, `${path}.hostPath`)),
    ...nonNegativeAmount(`${path}.emptyDir.sizeLimit`, emptyDir?.sizeLimit),
    ...(secret === undefined
      ? []
      : [
          ...required(`${path}.secret.secretName`, secret.secretName),
          ...fileMode(`${path}.secret.defaultMode`, secret.defaultMode),
          ...keysToPaths(secret.items, `${path}.secret.items`),
        ]),
    ...(configMap === undefined
      ? []
      : [
          ...required(`${path}.configMap.name`, configMap.name),
          ...fileMode(`${path}.configMap.defaultMode`, configMap.defaultMode),
          ...keysToPaths(configMap.items, `${path}.configMap.items`),
        ]),
    ...(persistentVolumeClaim === undefined
      ? []
      : required(`${path}.persistentVolumeClaim.claimName`, persistentVolumeClaim.claimName)),
    ...(nfs === undefined ? [] : nfsProblems(nfs, `${path}.nfs`)),
    ...(csi === undefined ? [] : required(`${path}.csi.driver`, csi.driver)),
    ...(downwardAPI === undefined ? [] : downwardFiles(downwardAPI.items, `${path}.downwardAPI.items`)),
    ...(projected === undefined ? [] : projectedProblems(projected, `${path}.projected`)),
  ];
}

function hostPathProblems({ path: target, type }: HostPathVolumeSource, path: string): Problems {
  if (target === '') return [fieldError.required(`${path}.path`)];
  return [...withoutBacksteps(`${path}.path`, target), ...oneOf(`${path}.type`, type, HOST_PATH_TYPES)];
}

function nfsProblems(
  { server, path: target }: { readonly server: string; readonly path: string },
  path: string,
): Problems {
  return [
    ...required(`${path}.server`, server),
    ...required(`${path}.path`, target),
    ...(target === '' || target.startsWith('/')
      ? []
      : [fieldError.invalid(`${path}.path`, target, 'must be an absolute path')]),
  ];
}

function keysToPaths(items: readonly KeyToPath[] | undefined, path: string): Problems {
  return each(items, path, ({ key, path: target, mode }, at) => [
    ...required(`${at}.key`, key),
    ...required(`${at}.path`, target),
    ...relativePath(`${at}.path`, target),
    ...(target.startsWith('..') && !target.startsWith('../')
      ? [fieldError.invalid(`${at}.path`, target, "must not start with '..'")]
      : []),
    ...fileMode(`${at}.mode`, mode),
  ]);
}

function downwardFiles(items: readonly DownwardAPIVolumeFile[] | undefined, path: string): Problems {
  return each(items, path, ({ path: target, fieldRef, resourceFieldRef, mode }, at) => [
    ...required(`${at}.path`, target),
    ...relativePath(`${at}.path`, target),
    ...fileMode(`${at}.mode`, mode),
    ...(fieldRef === undefined ? [] : fieldReference(fieldRef, `${at}.fieldRef`, FILE_FIELDS)),
    ...(fieldRef === undefined && resourceFieldRef === undefined
      ? [fieldError.required(at, 'one of fieldRef and resourceFieldRef is required')]
      : []),
    ...(fieldRef !== undefined && resourceFieldRef !== undefined
      ? [fieldError.invalid(at, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')]
      : []),
  ]);
}

function projectedProblems({ defaultMode, sources }: ProjectedVolumeSource, path: string): Problems {
  return [...fileMode(`${path}.defaultMode`, defaultMode), ...each(sources, `${path}.sources`, projectionProblems)];
}

function projectionProblems(
  { secret, configMap, downwardAPI, serviceAccountToken }: VolumeProjection,
  path: string,
): Problems {
  return [
    ...(secret === undefined
      ? []
      : [...required(`${path}.secret.name`, secret.name), ...keysToPaths(secret.items, `${path}.secret.items`)]),
    ...(configMap === undefined
      ? []
      : [
          ...required(`${path}.configMap.name`, configMap.name),
          ...keysToPaths(configMap.items, `${path}.configMap.items`),
        ]),
    ...(downwardAPI === undefined ? [] : downwardFiles(downwardAPI.items, `${path}.downwardAPI.items`)),
    ...(serviceAccountToken === undefined
      ? []
      : [
          ...inRange(
            `${path}.serviceAccountToken.expirationSeconds`,
            serviceAccountToken.expirationSeconds,
            TOKEN_SECONDS,
          ),
          ...required(`${path}.serviceAccountToken.path`, serviceAccountToken.path),
        ]),
  ];
}
