import { fieldError } from '@kubemin/kubeapi';
import type { VolumeDevice, VolumeMount } from '@kubemin/kubeapi/types/core.v1';
import { each, oneOf, type Problems, required } from '../field-checks.ts';
import { relativePath } from './file-paths.ts';

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];

/** Where a container sees which volumes; `volumes` are the names the pod has. */
export function volumeMounts(
  mounts: readonly VolumeMount[] | undefined,
  path: string,
  volumes: ReadonlySet<string>,
): Problems {
  const places = new Set<string>();
  return each(mounts, path, (mount, at) => {
    const taken = places.has(mount.mountPath);
    places.add(mount.mountPath);
    return [
      ...reference(mount.name, `${at}.name`, volumes),
      ...required(`${at}.mountPath`, mount.mountPath),
      ...(taken && mount.mountPath !== ''
        ? [fieldError.invalid(`${at}.mountPath`, mount.mountPath, 'must be unique')]
        : []),
      ...relativePath(`${at}.subPath`, mount.subPath),
      ...relativePath(`${at}.subPathExpr`, mount.subPathExpr),
      ...(mount.subPath !== undefined && mount.subPathExpr !== undefined
        ? [fieldError.invalid(`${at}.subPathExpr`, mount.subPathExpr, 'subPathExpr and subPath are mutually exclusive')]
        : []),
      ...oneOf(`${at}.mountPropagation`, mount.mountPropagation, PROPAGATIONS),
    ];
  });
}

/** Block devices a container sees. */
export function volumeDevices(
  devices: readonly VolumeDevice[] | undefined,
  path: string,
  volumes: ReadonlySet<string>,
): Problems {
  return each(devices, path, ({ name, devicePath }, at) => [
    ...reference(name, `${at}.name`, volumes),
    ...required(`${at}.devicePath`, devicePath),
  ]);
}

function reference(name: string, path: string, volumes: ReadonlySet<string>): Problems {
  if (name === '') return [fieldError.required(path)];
  return volumes.has(name) ? [] : [fieldError.notFound(path, name)];
}
