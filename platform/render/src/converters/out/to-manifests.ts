import type { ApplicationExport, FileMap } from './application-export.ts';
import { inApplyOrder } from './apply-order.ts';
import { objectYaml } from './masked-values.ts';

/** One file with all objects in an order in which they can be applied: `kubectl apply -f manifests.yaml`. */
export function toManifests({ objects }: ApplicationExport): FileMap {
  return {
    'manifests.yaml': inApplyOrder(objects)
      .map(({ object }) => objectYaml(object))
      .join('---\n'),
  };
}
