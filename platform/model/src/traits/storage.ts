import * as z from 'zod';
import type { ExclusiveName } from '../exclusive-name.ts';
import { defineTrait } from '../trait.ts';
import { checkStorageChange } from './storage-changes.ts';
import { checkVolumes } from './storage-rules.ts';
import { completeVolume, type Volume, volume } from './volume.ts';

/** Volumes: their kind, where they come from and where the container sees them. */
export const storage = defineTrait({
  summary: 'Volumes: persistent claims, scratch space, mounted configs and secrets.',
  scope: 'container',
  schema: z.array(volume).max(100),
  complete: (volumes, owner) => volumes.map((entry, index) => completeVolume(entry, index, owner.container)),
  checkChange: (previous = [], next = [], context) => checkStorageChange(previous, next, context),
  check: checkVolumes,
  exclusiveNames: (volumes, { claims }) => (claims === 'templates' ? [] : ownClaims(volumes)),
});

/** A claim made for the application is called after the volume alone, so two components cannot both have one. */
function ownClaims(volumes: readonly Volume[]): readonly ExclusiveName[] {
  return volumes.flatMap(({ type, tmpCreate, name }, index) =>
    type === 'persistent' && tmpCreate ? [{ id: `claim "${name}"`, path: [index, 'name'] }] : [],
  );
}
