import type { ApplicationExport, FileMap } from './application-export.ts';
import { kubeYaml } from './kube-yaml.ts';
import { objectYaml } from './masked-values.ts';
import { objectFiles } from './object-files.ts';

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
