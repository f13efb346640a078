import { LABEL, type Labels } from '@kubemin/render';
import type { Part } from '../source/part.ts';

/** One Kubernetes object of the text. */
export interface Manifest {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** Labels as they are written, those of the platform included. */
  readonly labels: Labels;
  /** The component it was rendered for, where KubeMin rendered it. */
  readonly component: string | undefined;
  readonly part: Part;
}

const MANAGED_PREFIX = 'kube-min-cli';
const MANAGED: readonly string[] = Object.values(LABEL);
/** What servers and tools write for themselves. */
const BOOKKEEPING = /^(kubectl\.kubernetes\.io\/last-applied-configuration|deployment\.kubernetes\.io\/revision)$/;
const SERVER_FIELDS = ['uid', 'resourceVersion', 'generation', 'creationTimestamp', 'managedFields', 'selfLink'];

/** Reads who an object is, without entering anything as carried; undefined for what is no object. */
export function toManifest(part: Part): Manifest | undefined {
  const kind = part.at('kind').peek();
  const name = part.at('metadata', 'name').peek();
  if (kind === undefined || name === undefined) return undefined;
  const labels = Object.fromEntries(
    part.at('metadata', 'labels').entries.map(([key, value]) => [key, value.peek() ?? '']),
  );
  const namespace = part.at('metadata', 'namespace').peek();
  return { kind, name, namespace, labels, component: labels[LABEL.componentName], part };
}

/** Enters who an object is as carried; its labels and annotations are left to `readLabels` and `readAnnotations`. */
export function takeIdentity({ part }: Manifest): void {
  for (const key of ['apiVersion', 'kind']) part.at(key).accept();
  const metadata = part.at('metadata');
  for (const key of ['name', 'namespace', ...SERVER_FIELDS]) metadata.at(key).accept();
  part.at('status').accept();
}

/** Whether the platform writes a label, and will write it again. */
export function isManagedLabel(key: string): boolean {
  return key.startsWith(MANAGED_PREFIX) || MANAGED.includes(key);
}

/** Enters the platform's labels as carried: it writes them again. Others are left to be listed. */
export function acceptManagedLabels(metadata: Part): void {
  for (const [key, value] of metadata.at('labels').entries) if (isManagedLabel(key)) value.accept();
}

/** The labels of an object that are the user's own. */
export function readLabels(metadata: Part): Labels {
  const labels = metadata.at('labels').textMap();
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !isManagedLabel(key)));
}

/** The annotations of an object that are the user's own. */
export function readAnnotations(metadata: Part): Labels {
  const annotations = metadata.at('annotations').textMap();
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !BOOKKEEPING.test(key)));
}
