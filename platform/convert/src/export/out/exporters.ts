import { kubeYaml } from '../../yaml/index.ts';
import type { ApplicationExport, FileMap } from './application-export.ts';
import { inApplyOrder } from './apply-order.ts';
import { toHelm } from './helm/to-helm.ts';
import { objectYaml } from './masked-values.ts';
import { objectFiles } from './object-files.ts';

/** Writes an application in the words of another tool. */
export interface Exporter {
  export(application: ApplicationExport): FileMap;
}

/** The formats an application can leave KubeMin in, by the name a command takes. */
export const exporters = {
  manifests: { export: toManifests },
  kustomize: { export: toKustomize },
  helm: { export: toHelm },
} satisfies Readonly<Record<string, Exporter>>;

/** A Kustomize base: one file per object, named in `kustomization.yaml`. */
export function toKustomize({ objects }: ApplicationExport): FileMap {
  const files = objectFiles(objects);
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: files.map(({ file }) => file),
  };
  return {
    'kustomization.yaml': kubeYaml(kustomization),
    ...Object.fromEntries(files.map(({ file, rendered }) => [file, objectYaml(rendered.object)])),
  };
}

/** One file with all objects in an order in which they can be applied: `kubectl apply -f manifests.yaml`. */
export function toManifests({ objects }: ApplicationExport): FileMap {
  return {
    'manifests.yaml': inApplyOrder(objects)
      .map(({ object }) => objectYaml(object))
      .join('---\n'),
  };
}
