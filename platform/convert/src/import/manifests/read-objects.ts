import { ownEntry } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { toDnsLabel } from '@kubemin/model';
import { convertMessages, manifestsMessages } from '../../messages/index.ts';
import type { ComponentInput, DocumentInput, Imported, ImportOptions, TraitEntry, TraitsInput } from '../imported.ts';
import { ImportError } from '../source/import-error.ts';
import type { Part } from '../source/part.ts';
import { readSource } from '../source/source.ts';
import { UniqueNames } from '../unique-names.ts';
import { validated } from '../validated.ts';
import { readAutoscaler, scaledWorkload } from './autoscalers.ts';
import { readConfigMap, readSecret } from './data-component.ts';
import { readIngress } from './ingresses.ts';
import { ManifestNames } from './manifest-names.ts';
import { ManifestSet } from './manifest-set.ts';
import { noteShared } from './selection.ts';
import { readWorkload } from './workload.ts';
import { WORKLOAD_KINDS } from './workload-kinds.ts';

/** Why objects of some kinds have no place in an application; for all others there is a common reason. */
const REASONS: Readonly<Record<string, Message>> = {
  Namespace: manifestsMessages.namespace,
  PersistentVolumeClaim: manifestsMessages.claimUnused,
  Service: manifestsMessages.serviceUnused,
  HorizontalPodAutoscaler: manifestsMessages.autoscalerUnused,
  ServiceAccount: manifestsMessages.accountUnused,
  Role: manifestsMessages.roleUnused,
  ClusterRole: manifestsMessages.roleUnused,
  RoleBinding: manifestsMessages.bindingUnused,
  ClusterRoleBinding: manifestsMessages.clusterBindingUnused,
};

/** The application that Kubernetes objects make. What is not read stays for the record to list. */
export function readObjects(documents: readonly Part[], options: ImportOptions): DocumentInput {
  const set = new ManifestSet(documents);
  const names = new ManifestNames(set);
  const workloads = set.of(...WORKLOAD_KINDS).flatMap((manifest) => readWorkload(manifest, { set, names }) ?? []);
  const traits = readTraits(set, names, workloads);
  const namespace = readNamespace(set);
  const component = [
    ...set.of('ConfigMap').flatMap((manifest) => readConfigMap(manifest, names.componentName(manifest))),
    ...set.of('Secret').flatMap((manifest) => readSecret(manifest, names.componentName(manifest))),
    ...workloads.map((workload) => withTraits(workload, traits.get(workload.name) ?? {})),
  ];
  noteShared(set);
  omitRest(set);
  return {
    name: readName(set, workloads[0] ?? component[0], options),
    ...(namespace === undefined ? {} : { namespace }),
    component,
  };
}

type Found = ReadonlyMap<string, TraitsInput>;

/** The objects beside workloads that belong to one component. */
function readTraits(set: ManifestSet, names: ManifestNames, workloads: readonly ComponentInput[]): Found {
  const ingresses = new Map<string, TraitEntry<'ingress'>[]>();
  for (const manifest of set.of('Ingress')) {
    const ingress = readIngress(manifest, set, names);
    const component = manifest.component ?? ingress?.component ?? workloads[0]?.name;
    if (ingress === undefined || component === undefined) continue;
    ingresses.set(component, [...(ingresses.get(component) ?? []), ingress.entry]);
  }
  const found = new Map<string, TraitsInput>([...ingresses].map(([name, ingress]) => [name, { ingress }]));
  for (const manifest of set.of('HorizontalPodAutoscaler')) {
    const workload = scaledWorkload(manifest, set);
    if (workload === undefined) continue;
    const component = names.componentName(workload);
    found.set(component, { ...found.get(component), autoscaling: readAutoscaler(manifest) });
  }
  return found;
}

function withTraits(component: ComponentInput, more: TraitsInput): ComponentInput {
  if (Object.keys(more).length === 0) return component;
  return { ...component, traits: { ...component.traits, ...more } };
}

/** The namespace most objects are in. */
function readNamespace(set: ManifestSet): string | undefined {
  const counts = new Map<string, number>();
  for (const { namespace } of set.all) {
    if (namespace !== undefined) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, left], [, right]) => right - left);
  for (const { namespace, part } of set.all) {
    if (namespace === undefined || namespace === most?.[0]) continue;
    const why = manifestsMessages.otherNamespace({ namespace: most?.[0] ?? '' });
    part.at('metadata', 'namespace').omit(why);
  }
  return most?.[0];
}

function readName(set: ManifestSet, first: ComponentInput | undefined, options: ImportOptions): string {
  const labels = set.of(...WORKLOAD_KINDS).map((manifest) => manifest.labels);
  const given = labels.map((each) => each['app.kubernetes.io/part-of'] ?? each['app.kubernetes.io/instance']);
  const wanted = options.name ?? given.find((name) => name !== undefined) ?? first?.name ?? 'app';
  return new UniqueNames().claim(toDnsLabel(wanted), 'app');
}

function omitRest(set: ManifestSet): void {
  for (const { kind, name, part } of set.all) {
    if (part.at('kind').isCarried) continue;
    part.omit(ownEntry(REASONS, kind) ?? manifestsMessages.kindUnsupported({ kind }), `${kind} ${name}`);
  }
}

const UNREAD = convertMessages.nothingSimilar;

/** Plain Kubernetes objects → an application: workloads become components, what belongs to them their traits. */
export function importManifests(text: string, options: ImportOptions = {}): Imported {
  const { documents, root, record } = readSource(text);
  const document = readObjects(documents, options);
  if (document.component.length === 0) {
    const message = manifestsMessages.nothingFound;
    throw new ImportError(message, { code: 'IMPORT_NOTHING_FOUND' });
  }
  return validated(document, record.settle(root, UNREAD), options);
}
