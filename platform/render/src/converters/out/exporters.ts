import type { ApplicationExport, FileMap } from './application-export.ts';
import { toHelm } from './helm/to-helm.ts';
import { toKustomize } from './to-kustomize.ts';
import { toManifests } from './to-manifests.ts';

/** Writes an application in the words of another tool. */
export interface Exporter {
  /** What people call the format. */
  readonly title: string;
  export(application: ApplicationExport): FileMap;
}

/** The formats an application can leave KubeMin in, by the name a command takes. */
export const exporters = {
  manifests: { title: 'Kubernetes manifests', export: toManifests },
  kustomize: { title: 'Kustomize base', export: toKustomize },
  helm: { title: 'Helm chart', export: toHelm },
} satisfies Readonly<Record<string, Exporter>>;
