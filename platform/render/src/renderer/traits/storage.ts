import type { PersistentVolumeClaim, Volume, VolumeMount } from '@kubemin/kubeapi/types/core.v1';
import type { TraitData } from '@kubemin/model';
import { generatedName, type ObjectDraft } from '../../object/index.ts';
import type { TraitContext, TraitRenderer, TraitResult } from '../trait-renderer.ts';

type VolumeData = TraitData['storage'][number];
type Context = TraitContext<TraitData['storage']>;

const FILE_MODE = 0o644;
const ROLE_ANNOTATION = 'storage.kubemin.cli/pvc-role';

/** storage → volumes, mounts and, for persistent ones, claims. */
export const storage: TraitRenderer<TraitData['storage']> = {
  process(context) {
    const results = newVolumes(context).map((entry) => SOURCES[entry.type](entry, context));
    return {
      volumes: results.flatMap((result) => result.volumes ?? []),
      claimTemplates: results.flatMap((result) => result.claimTemplates ?? []),
      objects: results.flatMap((result) => result.objects ?? []),
      changes: { [context.container]: { volumeMounts: context.data.map(mount) } },
    };
  },
};

const SOURCES: Readonly<Record<VolumeData['type'], (entry: VolumeData, context: Context) => TraitResult>> = {
  ephemeral: ({ name }) => ({ volumes: [{ name, emptyDir: {} }] }),
  config: ({ name, sourceName = name, items }) => ({
    volumes: [{ name, configMap: { name: sourceName, defaultMode: FILE_MODE, ...files(items) } }],
  }),
  secret: ({ name, sourceName = name, items }) => ({
    volumes: [{ name, secret: { secretName: sourceName, defaultMode: FILE_MODE, ...files(items) } }],
  }),
  persistent: (entry, context) => {
    if (entry.tmpCreate) return context.workload.claims === 'templates' ? template(entry) : ownClaim(entry, context);
    if (entry.claimName !== undefined) return { volumes: [claimVolume(entry.name, entry.claimName)] };
    return namedClaim(entry, context);
  },
};

/** Without a selection every key becomes a file. */
function files(items: VolumeData['items']) {
  return items === undefined ? {} : { items: items.map(({ key, path = key }) => ({ key, path })) };
}

/** One claim per pod. The template must be called like the volume, or the pods' mounts would find nothing. */
function template(entry: VolumeData): TraitResult {
  const metadata = { name: entry.name, annotations: { [ROLE_ANNOTATION]: 'template' } };
  return { claimTemplates: [claim(metadata, entry)] };
}

/** A claim of this application alone. */
function ownClaim(entry: VolumeData, { appId, namespace }: Context): TraitResult {
  const name = generatedName({ prefix: 'pvc', name: entry.name, appId });
  const object = claim({ name, namespace, annotations: { [ROLE_ANNOTATION]: 'template' } }, entry);
  return { volumes: [claimVolume(entry.name, name)], objects: [{ object, onExisting: 'keep' }] };
}

/** A claim by the name the user gave, which other applications may share: made if absent, never changed. */
function namedClaim(entry: VolumeData, { namespace }: Context): TraitResult {
  const object = claim({ name: entry.name, namespace }, entry);
  const draft: ObjectDraft = { object, onExisting: 'keep', naming: 'given' };
  return { volumes: [claimVolume(entry.name, entry.name)], objects: [draft] };
}

function claim(metadata: PersistentVolumeClaim['metadata'], entry: VolumeData): PersistentVolumeClaim {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata,
    spec: {
      accessModes: ['ReadWriteOnce'],
      ...(entry.storageClass ? { storageClassName: entry.storageClass } : {}),
      resources: { requests: { storage: entry.size ?? '1Gi' } },
    },
  };
}

function claimVolume(name: string, claimName: string): Volume {
  return { name, persistentVolumeClaim: { claimName } };
}

function mount({ name, mountPath, subPath, readOnly }: VolumeData): VolumeMount {
  return { name, mountPath, ...(subPath ? { subPath } : {}), ...(readOnly ? { readOnly } : {}) };
}

/** The first entry of each volume that is not defined yet; the others only mount it once more. */
function newVolumes({ data, volumes }: Context): readonly VolumeData[] {
  const names = data.map((entry) => entry.name);
  return data.filter(({ name }, index) => !volumes.has(name) && names.indexOf(name) === index);
}
