import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueChangedObjects,
  enqueueMappedKeys,
} from '@kubemin/controller';
import { objectKey } from '@kubemin/kube';
import { core, storage } from '@kubemin/kubeapi/resources';
import type { PersistentVolume } from '@kubemin/kubeapi/types/core.v1';
import { ClaimReconciler, type StorageCaches } from './claim-reconciler.ts';
import { type LocalPathOptions, localPathProvisioner, simulatedProvisioner } from './local-path-provisioner.ts';
import { isShutDown, mountedClaimKeys } from './mounted-claims.ts';
import type { StandardVolumes } from './storage-class.ts';
import type { VolumeProvisioners } from './volume-provisioner.ts';
import { VolumeReconciler } from './volume-reconciler.ts';

const VOLUMES_BY_CLAIM = 'claim';

/** What may be chosen about storage. */
export interface StorageOptions {
  /** Volumes that are directories of nodes, with a class of their own. @default none */
  readonly localPath?: LocalPathOptions;
  /** What volumes of the class `standard` are. @default 'simulated' */
  readonly standard?: StandardVolumes;
}

/** Binds claims to volumes: fitting ones that exist, else new ones from the provisioner of their class. */
export function persistentVolumeController(options: StorageOptions = {}): ControllerModule {
  return {
    name: 'persistentvolume-controller',
    setup: (context) => setUp(context, options),
  };
}

function setUp(context: ControllerContext, { localPath }: StorageOptions): Controller {
  const { informers } = context;
  const caches: StorageCaches = {
    claims: informers.informer(core.v1.persistentvolumeclaims),
    volumes: informers.informer(core.v1.persistentvolumes),
    classes: informers.informer(storage.v1.storageclasses),
    pods: informers.informer(core.v1.pods),
    nodes: informers.informer(core.v1.nodes),
  };
  const made = [simulatedProvisioner, ...(localPath ? [localPathProvisioner(localPath)] : [])];
  const provisioners: VolumeProvisioners = new Map(made.map((one) => [one.name, one]));
  const { claims, volumes, classes, pods } = caches;
  volumes.addIndex(VOLUMES_BY_CLAIM, (volume) => claimIndexValues(volume) ?? []);
  const pending = (): readonly string[] =>
    claims.list().flatMap((claim) => (claim.status?.phase === 'Bound' ? [] : [objectKey(claim)]));
  const binding = createReconcilerController({
    context,
    reconciler: new ClaimReconciler(context, caches, provisioners),
    sources: [
      enqueueChangedObjects(claims),
      enqueueMappedKeys(volumes, ({ object }) => claimIndexValues(object) ?? pending()),
      enqueueMappedKeys(classes, pending),
      enqueueMappedKeys(pods, ({ type, object }) =>
        type === 'deleted' || isShutDown(object) ? mountedClaimKeys(object) : [],
      ),
    ],
  });
  const reclaiming = createReconcilerController({
    context,
    reconciler: new VolumeReconciler(context, caches, provisioners),
    sources: [
      enqueueChangedObjects(volumes),
      enqueueMappedKeys(claims, ({ key, object }) => [
        ...(object.spec?.volumeName ? [object.spec.volumeName] : []),
        // Provisioned for a claim that may be deleted before it is bound.
        ...volumes.byIndex(VOLUMES_BY_CLAIM, key).map(objectKey),
      ]),
    ],
  });
  return {
    async run(signal) {
      await Promise.all([binding, reclaiming].map((part) => part.run(signal)));
    },
  };
}

function claimIndexValues({ spec }: PersistentVolume): readonly string[] | undefined {
  const reference = spec?.claimRef;
  return reference === undefined ? undefined : [`${reference.namespace}/${reference.name}`];
}
