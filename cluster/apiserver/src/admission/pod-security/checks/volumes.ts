import type { Volume } from '@kubemin/kubeapi/types/core.v1';
import { type PodCheck, plural, quoted, sortedUnique } from './check.ts';

const hostPathVolumes: PodCheck = {
  id: 'hostPathVolumes',
  level: 'baseline',
  versions: [
    {
      since: 0,
      evaluate: (_metadata, { volumes = [] }) => {
        const names = volumes.filter(({ hostPath }) => hostPath !== undefined).map(({ name }) => name);
        if (names.length === 0) return undefined;
        return { reason: 'hostPath volumes', detail: `${plural('volume', names.length)} ${quoted(names)}` };
      },
    },
  ],
};

/** Sources that neither reach the host nor need credentials of a storage system in the pod. */
const ALLOWED_SOURCES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

const restrictedVolumes: PodCheck = {
  id: 'restrictedVolumes',
  level: 'restricted',
  versions: [
    {
      since: 0,
      evaluate: (_metadata, { volumes = [] }) => {
        const forbidden = volumes.map((volume) => ({ name: volume.name, sources: forbiddenSources(volume) }));
        const found = forbidden.filter(({ sources }) => sources.length > 0);
        if (found.length === 0) return undefined;
        const types = sortedUnique(found.flatMap(({ sources }) => sources));
        const names = `${plural('volume', found.length)} ${quoted(found.map(({ name }) => name))}`;
        const uses = found.length === 1 ? 'uses' : 'use';
        return {
          reason: 'restricted volume types',
          detail: `${names} ${uses} ${plural('restricted volume type', types.length)} ${quoted(types)}`,
        };
      },
      replaces: ['hostPathVolumes'],
    },
  ],
};

/** A volume has one source; were there several, a forbidden one must not hide behind an allowed one. */
function forbiddenSources({ name: _, ...sources }: Volume): readonly string[] {
  const stated = Object.entries(sources).flatMap(([source, value]) => (value === undefined ? [] : [source]));
  return stated.length === 0 ? ['unknown'] : stated.filter((source) => !ALLOWED_SOURCES.includes(source));
}

/** Where the files of a pod come from. */
export const volumeChecks: readonly PodCheck[] = [hostPathVolumes, restrictedVolumes];
