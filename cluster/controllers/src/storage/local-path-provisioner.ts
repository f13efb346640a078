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

/** Where directories for volumes are made on each node. */
export interface LocalPathOptions {
  /** An absolute path. */
  readonly root: string;
}

const HOSTNAME = 'kubernetes.io/hostname';
const MODES: ReadonlySet<string> = new Set(['ReadWriteOnce', 'ReadWriteOncePod']);

/** Makes volumes that are directories of the node that the first pod runs on; the node makes the directory itself. */
export const LOCAL_PATH_PROVISIONER = 'kubemin.io/local-path';

/** Volumes that are a directory of one node. */
export function localPathProvisioner({ root }: LocalPathOptions): VolumeProvisioner {
  return {
    name: LOCAL_PATH_PROVISIONER,
    provision({ claim, node }) {
      if (node === undefined) return { refused: 'configuration error, no node was specified' };
      const { accessModes = [], volumeMode } = claim.spec ?? {};
      if (volumeMode === 'Block') return { refused: 'block volumes are not directories; ask for Filesystem' };
      const shared = accessModes.find((mode) => !MODES.has(mode));
      if (shared !== undefined)
        return { refused: `a directory of one node cannot be ${shared}; ask for ReadWriteOnce` };
      const { name, namespace } = claim.metadata;
      const hostname = node.metadata.labels?.[HOSTNAME] ?? node.metadata.name ?? '';
      const required = {
        nodeSelectorTerms: [{ matchExpressions: [{ key: HOSTNAME, operator: 'In', values: [hostname] }] }],
      };
      const path = `${root}/${volumeNameFor(claim)}_${namespace}_${name}`;
      return { source: { hostPath: { path, type: 'DirectoryOrCreate' }, nodeAffinity: { required } } };
    },
  };
}
