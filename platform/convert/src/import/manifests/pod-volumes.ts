import { manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { type ClaimContext, claimVolume, templateVolume } from './claims.ts';
import type { ManifestNames } from './manifest-names.ts';

type Volume = TraitEntry<'storage'>;

/** What volumes are read with. */
export interface VolumeContext extends ClaimContext {
  readonly names: ManifestNames;
}

const FILE_MODE = '420';

/** The volumes of a pod by name, claim templates included; only those that a container mounts are read. */
export class PodVolumes {
  readonly #parts: ReadonlyMap<string, () => Volume | undefined>;

  constructor(pod: Part, templates: Part, context: VolumeContext) {
    this.#parts = new Map([
      ...pod.at('volumes').items.map((part) => {
        const name = part.at('name').peek() ?? '';
        return [name, () => readVolume(name, part, context)] as const;
      }),
      ...templates.items.map((part) => [part.at('metadata', 'name').peek() ?? '', () => templateVolume(part)] as const),
    ]);
  }

  /** The storage of one container. */
  containerMounts(container: Part): readonly Volume[] {
    return container.at('volumeMounts').items.flatMap((mount) => {
      const volume = this.#parts.get(mount.at('name').peek() ?? '')?.();
      if (volume === undefined) {
        mount.omit(manifestsMessages.volumeDropped);
        return [];
      }
      mount.at('name').accept();
      const readOnly = mount.at('readOnly').flag();
      const isData = volume.type === 'config' || volume.type === 'secret';
      return [
        {
          ...volume,
          ...filled({ mountPath: mount.at('mountPath').text(), subPath: mount.at('subPath').text() }),
          // What is left out means "read-only" for data here, and never does to Kubernetes.
          ...(readOnly === true ? { readOnly } : isData ? { readOnly: false } : {}),
        },
      ];
    });
  }
}

const NOT_MOUNTED = manifestsMessages.volumeTypes;

function readVolume(name: string, part: Part, context: VolumeContext): Volume | undefined {
  const { names } = context;
  part.at('name').accept();
  // A volume without any source is scratch space too.
  if (part.at('emptyDir').present || part.keys.length === 1) return { name, type: 'ephemeral' };
  const config = part.at('configMap');
  if (config.present) {
    const sourceName = names.reference('ConfigMap', readData(config, 'name'));
    return { name, type: 'config', sourceName, ...readItems(config) };
  }
  const secret = part.at('secret');
  if (secret.present) {
    const sourceName = names.reference('Secret', readData(secret, 'secretName'));
    return { name, type: 'secret', sourceName, ...readItems(secret) };
  }
  const claimName = part.at('persistentVolumeClaim', 'claimName').text();
  if (claimName !== undefined) return claimVolume(name, claimName, context);
  part.omit(NOT_MOUNTED);
  return undefined;
}

function readItems(source: Part): Pick<Volume, 'items'> {
  const items = source
    .at('items')
    .items.map((part) => filled({ key: part.at('key').text(), path: part.at('path').text() }));
  return filled({ items });
}

function readData(source: Part, key: 'name' | 'secretName'): string {
  source.at('defaultMode').acceptIf(FILE_MODE, '0644', '0o644');
  source.at('optional').acceptIf('false');
  return source.at(key).text() ?? '';
}
