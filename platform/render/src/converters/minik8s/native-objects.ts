import type { Part } from '../source/part.ts';
import { nativeDns } from './dns.ts';
import { fieldAt, fieldOf } from './field.ts';
import { nativeHpa } from './hpa.ts';
import { dnsLabel, nativeMetadata } from './metadata.ts';
import { listOf, nativePod, upperCase } from './pod.ts';

type Translate = (object: Part, workloads: readonly Part[]) => readonly Part[];

/** Kinds that run pods; others may refer to them, so they are translated first. */
const WORKLOADS: Readonly<Record<string, Translate>> = {
  pod: (object) => [named(object, 'Pod', Object.fromEntries(nativePod(object).entries))],
  replicaset: (object) => [
    named(object, 'ReplicaSet', {
      spec: fieldOf(object, 'spec').asMap({
        replicas: fieldAt(object, 'spec', 'replicas'),
        selector: fieldAt(object, 'spec', 'selector'),
        template: nativePod(fieldAt(object, 'spec', 'template')),
      }),
    }),
  ],
};

const OTHERS: Readonly<Record<string, Translate>> = {
  service: (object) => [named(object, 'Service', { spec: nativeServiceSpec(fieldOf(object, 'spec')) })],
  hpa: (object, workloads) => [nativeHpa(object, workloads)],
  dns: (object) => nativeDns(object),
  pvc: (object) => [
    named(object, 'PersistentVolumeClaim', {
      spec: fieldOf(object, 'spec').asMap({ accessModes: listed(fieldAt(object, 'spec', 'accessMode')) }),
    }),
  ],
};

/** Kinds that an application cannot have. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  pv: 'Volumes of the cluster are not part of an application; its claims find them by their class.',
  node: 'Nodes are not part of an application.',
  function: 'Functions are objects of their own, beside applications.',
  workflow: 'Workflows of functions are objects of their own, beside applications.',
  job: 'Jobs for a computing centre are objects of their own, beside applications.',
};

/** Whether this dialect has a kind of that name. */
export function isMinik8sKind(kind: string): boolean {
  const name = kind.toLowerCase();
  return [WORKLOADS, OTHERS, ELSEWHERE].some((kinds) => Object.hasOwn(kinds, name));
}

/** The objects in Kubernetes' own words; every value keeps the place it has in the text. */
export function nativeObjects(documents: readonly Part[]): readonly Part[] {
  const kindOf = (object: Part) => fieldOf(object, 'kind').peek()?.toLowerCase() ?? '';
  const translated = (kinds: Readonly<Record<string, Translate>>, workloads: readonly Part[]) =>
    documents.flatMap(
      (object) => (Object.hasOwn(kinds, kindOf(object)) ? kinds[kindOf(object)]?.(object, workloads) : []) ?? [],
    );
  for (const object of documents) {
    const kind = kindOf(object);
    if (Object.hasOwn(ELSEWHERE, kind)) object.omit(ELSEWHERE[kind] ?? '', `${kind} ${nameOf(object)}`);
  }
  const workloads = translated(WORKLOADS, []);
  return [...workloads, ...translated(OTHERS, workloads)];
}

function nameOf(object: Part): string {
  return fieldAt(object, 'metadata', 'name').peek() ?? '';
}

function named(object: Part, kind: string, fields: Readonly<Record<string, Part>>): Part {
  return object.asMap({
    apiVersion: fieldOf(object, 'apiVersion'),
    kind: fieldOf(object, 'kind').as(kind),
    metadata: nativeMetadata(object),
    ...fields,
  });
}

function listed(part: Part): Part {
  return part.isScalar ? part.asList([part]) : part;
}

const AS_CLUSTER_IP = 'Minik8s treats it as ClusterIP, and so does the application.';

function nativeServiceSpec(spec: Part): Part {
  const type = fieldOf(spec, 'type');
  const isKnown = ['NodePort', 'ClusterIP'].includes(type.peek() ?? '');
  if (!isKnown) type.omit(AS_CLUSTER_IP);
  return spec.asMap({
    ...(isKnown ? { type } : {}),
    selector: fieldOf(spec, 'selector'),
    ports: listOf(fieldOf(spec, 'ports'), (port) =>
      port.asMap({
        name: dnsLabel(fieldOf(port, 'name')),
        port: fieldOf(port, 'port'),
        targetPort: fieldOf(port, 'targetPort'),
        nodePort: nonZero(fieldOf(port, 'nodePort')),
        protocol: upperCase(fieldOf(port, 'protocol')),
      }),
    ),
  });
}

function nonZero(part: Part): Part | undefined {
  part.acceptIf('0');
  return part.peek() === '0' ? undefined : part;
}
