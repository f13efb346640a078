import { deepEqual, fieldError } from '@kubemin/kubeapi';
import type { PersistentVolume, PersistentVolumeSpec } from '@kubemin/kubeapi/types/core.v1';
import { accessModes, VOLUME_MODES } from './access-modes.ts';
import { positiveAmount } from './amounts.ts';
import { immutable, named, oneOf, type Problems, required } from './field-checks.ts';
import { nodeSelector } from './pod/affinity.ts';
import { withoutBacksteps } from './pod/file-paths.ts';
import type { Strategy } from './strategy.ts';

const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'];
/** The fields of a volume's spec that are not a volume source. */
const NOT_SOURCES = [
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
];

/** Volumes: Pending until a controller makes them Available; where their data is never changes. */
export const persistentVolumeStrategy: Strategy<PersistentVolume> = {
  generation: false,
  deleteReturnsObject: true,
  defaults: (volume) => ({
    ...volume,
    spec: {
      ...volume.spec,
      persistentVolumeReclaimPolicy: volume.spec?.persistentVolumeReclaimPolicy ?? 'Retain',
      volumeMode: volume.spec?.volumeMode ?? 'Filesystem',
    },
  }),
  prepareForCreate: (volume) => ({ ...volume, status: { phase: 'Pending' } }),
  validate: ({ spec = {} }) => [
    ...accessModes(spec.accessModes),
    ...capacityProblems(spec),
    ...sourceProblems(spec),
    ...oneOf('spec.persistentVolumeReclaimPolicy', spec.persistentVolumeReclaimPolicy, RECLAIM_POLICIES),
    ...named('spec.storageClassName', spec.storageClassName, 'dns1123Subdomain'),
    ...oneOf('spec.volumeMode', spec.volumeMode, VOLUME_MODES),
    ...nodeSelector(spec.nodeAffinity?.required, 'spec.nodeAffinity.required'),
  ],
  validateUpdate: ({ spec = {} }, { spec: old = {} }) => [
    ...(deepEqual(sources(spec), sources(old))
      ? []
      : [
          fieldError.forbidden(
            'spec.persistentvolumesource',
            'spec.persistentvolumesource is immutable after creation',
          ),
        ]),
    ...immutable('spec.volumeMode', spec.volumeMode, old.volumeMode),
  ],
};

function sources(spec: PersistentVolumeSpec): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(spec).filter(([field]) => !NOT_SOURCES.includes(field)));
}

function capacityProblems({ capacity = {} }: PersistentVolumeSpec): Problems {
  if (Object.keys(capacity).length === 0) return [fieldError.required('spec.capacity')];
  const others = Object.keys(capacity).filter((name) => name !== 'storage');
  return [
    ...(capacity.storage === undefined || others.length > 0
      ? [fieldError.notSupported('spec.capacity', capacity, ['storage'])]
      : []),
    ...positiveAmount('spec.capacity[storage]', capacity.storage),
  ];
}

function sourceProblems(spec: PersistentVolumeSpec): Problems {
  const [kind, ...more] = Object.keys(sources(spec));
  if (kind === undefined) return [fieldError.required('spec', 'must specify a volume type')];
  const { csi, hostPath, local, nfs } = spec;
  return [
    ...more.map((other) => fieldError.forbidden(`spec.${other}`, 'may not specify more than 1 volume type')),
    ...(hostPath === undefined
      ? []
      : [...required('spec.hostPath.path', hostPath.path), ...withoutBacksteps('spec.hostPath.path', hostPath.path)]),
    ...(local === undefined ? [] : required('spec.local.path', local.path)),
    ...(local !== undefined && spec.nodeAffinity === undefined
      ? [fieldError.required('spec.nodeAffinity', 'Local volume requires node affinity')]
      : []),
    ...(nfs === undefined ? [] : [...required('spec.nfs.server', nfs.server), ...required('spec.nfs.path', nfs.path)]),
    ...(csi === undefined
      ? []
      : [...required('spec.csi.driver', csi.driver), ...required('spec.csi.volumeHandle', csi.volumeHandle)]),
  ];
}
