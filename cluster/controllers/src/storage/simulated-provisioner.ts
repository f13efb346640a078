import { type VolumeProvisioner, volumeNameFor } from './volume-provisioner.ts';

/** Makes volumes that hold nothing, for pods on simulated nodes. */
export const SIMULATED_PROVISIONER = 'kubemin.io/simulated-storage';

/** Volumes that are nowhere, and fit everywhere. */
export const simulatedProvisioner: VolumeProvisioner = {
  name: SIMULATED_PROVISIONER,
  provision: ({ claim }) => ({
    source: { csi: { driver: SIMULATED_PROVISIONER, volumeHandle: volumeNameFor(claim) } },
  }),
};
