import type { RenderedObject } from '../rendered-object.ts';
import { type Track, trackOf } from './track.ts';
import { isDeployment } from './workload.ts';

/** The track a rendering of a component is on. */
export function currentTrack(objects: readonly RenderedObject[]): Track {
  const tracks = objects.flatMap(({ object }) => (isDeployment(object) ? (trackOf(object) ?? []) : []));
  return tracks[0] ?? 'stable';
}
