import { toDnsLabel } from '@kubemin/model';
import { filled } from '../filled.ts';
import type { TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { acceptManagedLabels, type Manifest, takeIdentity } from './manifest.ts';
import type { ManifestSet } from './manifest-set.ts';

type Volume = TraitEntry<'storage'>;

const ROLE = 'storage.kubemin.cli/pvc-role';

/** Where claims are found, and who asks for them. */
export interface ClaimContext {
  readonly set: ManifestSet;
  readonly component: string;
}

/** A persistent volume by the name of its claim: made by the component where the text has the claim, else referred to. */
export function claimVolume(volume: string, claimName: string, { set, component }: ClaimContext): Volume {
  const claim = set.find('PersistentVolumeClaim', claimName);
  // What another component makes is only referred to.
  const isOthers = claim?.component !== undefined && claim.component !== component;
  if (claim === undefined || isOthers || toDnsLabel(claimName) !== claimName) {
    return { name: volume, type: 'persistent', claimName };
  }
  takeIdentity(claim);
  const settings = readClaim(claim.part);
  // A claim that KubeMin made for one application alone is made so again.
  if (isOwn(claim)) return { name: volume, type: 'persistent', tmpCreate: true, ...settings };
  return { name: claimName, type: 'persistent', ...settings };
}

/** A claim template of a StatefulSet. */
export function templateVolume(template: Part): Volume {
  const metadata = template.at('metadata');
  for (const key of ['apiVersion', 'kind', 'status']) template.at(key).accept();
  metadata.at('annotations', ROLE).accept();
  acceptManagedLabels(metadata);
  return { name: metadata.at('name').text() ?? '', type: 'persistent', tmpCreate: true, ...readClaim(template) };
}

function readClaim(claim: Part): Pick<Volume, 'size' | 'storageClass'> {
  const spec = claim.at('spec');
  for (const mode of spec.at('accessModes').items) mode.acceptIf('ReadWriteOnce');
  spec.at('volumeMode').acceptIf('Filesystem');
  claim.at('metadata', 'annotations', ROLE).accept();
  acceptManagedLabels(claim.at('metadata'));
  const bytes = spec.at('resources', 'requests', 'storage').text();
  // A bare number counts bytes to Kubernetes and gibibytes to the model.
  const size = bytes !== undefined && /^\d+$/.test(bytes) ? `${bytes}e0` : bytes;
  return filled({ size, storageClass: spec.at('storageClassName').text() });
}

function isOwn({ part, component }: Manifest): boolean {
  return component !== undefined && part.at('metadata', 'annotations', ROLE).peek() === 'template';
}
