import type { PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { parseAmount } from './resource-amounts.ts';
import { enumSamples, type StateKind, singleSampleMetric } from './state-metric.ts';

const CLAIM_PHASES = ['Pending', 'Bound', 'Lost'];
const VOLUME_PHASES = ['Pending', 'Available', 'Bound', 'Released', 'Failed'];

export const claimState: StateKind<PersistentVolumeClaim> = {
  resource: 'persistentvolumeclaims',
  identity: { namespace: 'namespace', persistentvolumeclaim: 'name' },
  metrics: [
    {
      name: 'kube_persistentvolumeclaim_info',
      help: 'The class of a claim, and the volume it has.',
      labels: ['storageclass', 'volumename'],
      read: ({ spec }) => [[1, spec?.storageClassName ?? '', spec?.volumeName ?? '']],
    },
    {
      name: 'kube_persistentvolumeclaim_status_phase',
      help: 'The phase of a claim: 1 for the one it is in.',
      labels: ['phase'],
      read: ({ status }) => enumSamples(CLAIM_PHASES, status?.phase),
    },
    singleSampleMetric(
      'kube_persistentvolumeclaim_resource_requests_storage_bytes',
      'How much a claim asks for.',
      ({ spec }) => {
        return storageBytes(spec?.resources?.requests);
      },
    ),
  ],
};

export const volumeState: StateKind<PersistentVolume> = {
  resource: 'persistentvolumes',
  identity: { persistentvolume: 'name' },
  metrics: [
    {
      name: 'kube_persistentvolume_status_phase',
      help: 'The phase of a volume: 1 for the one it is in.',
      labels: ['phase'],
      read: ({ status }) => enumSamples(VOLUME_PHASES, status?.phase),
    },
    singleSampleMetric('kube_persistentvolume_capacity_bytes', 'How much a volume holds.', ({ spec }) =>
      storageBytes(spec?.capacity),
    ),
  ],
};

function storageBytes({ storage }: Readonly<Record<string, string>> = {}): number | undefined {
  return storage === undefined ? undefined : parseAmount(storage);
}
