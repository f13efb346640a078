import { ownEntry } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { convertMessages, minik8sMessages } from '../../messages/index.ts';
import type { Imported, ImportOptions } from '../imported.ts';
import { readObjects } from '../manifests/read-objects.ts';
import { ImportError } from '../source/import-error.ts';
import type { Part } from '../source/part.ts';
import { readSource } from '../source/source.ts';
import { validated } from '../validated.ts';
import { nativeDns } from './dns.ts';
import { nativeHpa } from './hpa.ts';
import { dnsLabel, fieldAt, findField, nativeMetadata } from './metadata.ts';
import { nativePod, translateList, upperCase } from './pod.ts';

type Translate = (object: Part, workloads: readonly Part[]) => readonly Part[];

/** Kinds that run pods; others may refer to them, so they are translated first. */
const WORKLOADS: Readonly<Record<string, Translate>> = {
  pod: (object) => [named(object, 'Pod', Object.fromEntries(nativePod(object).entries))],
  replicaset: (object) => [
    named(object, 'ReplicaSet', {
      spec: findField(object, 'spec').asMap({
        replicas: fieldAt(object, 'spec', 'replicas'),
        selector: fieldAt(object, 'spec', 'selector'),
        template: nativePod(fieldAt(object, 'spec', 'template')),
      }),
    }),
  ],
};

const OTHERS: Readonly<Record<string, Translate>> = {
  service: (object) => [named(object, 'Service', { spec: nativeServiceSpec(findField(object, 'spec')) })],
  hpa: (object, workloads) => [nativeHpa(object, workloads)],
  dns: (object) => nativeDns(object),
  pvc: (object) => [
    named(object, 'PersistentVolumeClaim', {
      spec: findField(object, 'spec').asMap({ accessModes: listed(fieldAt(object, 'spec', 'accessMode')) }),
    }),
  ],
};

/** Kinds that an application cannot have. */
const ELSEWHERE: Readonly<Record<string, Message>> = {
  pv: minik8sMessages.volumes,
  node: minik8sMessages.nodes,
  function: minik8sMessages.functions,
  workflow: minik8sMessages.workflows,
  job: minik8sMessages.jobs,
};

/** Whether this dialect has a kind of that name. */
function isMinik8sKind(kind: string): boolean {
  const name = kind.toLowerCase();
  return [WORKLOADS, OTHERS, ELSEWHERE].some((kinds) => Object.hasOwn(kinds, name));
}

/** The objects in Kubernetes' own words; every value keeps the place it has in the text. */
export function nativeObjects(documents: readonly Part[]): readonly Part[] {
  const lowerCaseKind = (object: Part) => findField(object, 'kind').peek()?.toLowerCase() ?? '';
  const translated = (kinds: Readonly<Record<string, Translate>>, workloads: readonly Part[]) =>
    documents.flatMap(
      (object) =>
        (Object.hasOwn(kinds, lowerCaseKind(object)) ? kinds[lowerCaseKind(object)]?.(object, workloads) : []) ?? [],
    );
  for (const object of documents) {
    const kind = lowerCaseKind(object);
    const reason = ownEntry(ELSEWHERE, kind);
    if (reason !== undefined) object.omit(reason, `${kind} ${partName(object)}`);
  }
  const workloads = translated(WORKLOADS, []);
  return [...workloads, ...translated(OTHERS, workloads)];
}

function partName(object: Part): string {
  return fieldAt(object, 'metadata', 'name').peek() ?? '';
}

function named(object: Part, kind: string, fields: Readonly<Record<string, Part>>): Part {
  return object.asMap({
    apiVersion: findField(object, 'apiVersion'),
    kind: findField(object, 'kind').as(kind),
    metadata: nativeMetadata(object),
    ...fields,
  });
}

function listed(part: Part): Part {
  return part.isScalar ? part.asList([part]) : part;
}

const AS_CLUSTER_IP = minik8sMessages.clusterIp;

function nativeServiceSpec(spec: Part): Part {
  const type = findField(spec, 'type');
  const isKnown = ['NodePort', 'ClusterIP'].includes(type.peek() ?? '');
  if (!isKnown) type.omit(AS_CLUSTER_IP);
  return spec.asMap({
    ...(isKnown ? { type } : {}),
    selector: findField(spec, 'selector'),
    ports: translateList(findField(spec, 'ports'), (port) =>
      port.asMap({
        name: dnsLabel(findField(port, 'name')),
        port: findField(port, 'port'),
        targetPort: findField(port, 'targetPort'),
        nodePort: nonZero(findField(port, 'nodePort')),
        protocol: upperCase(findField(port, 'protocol')),
      }),
    ),
  });
}

function nonZero(part: Part): Part | undefined {
  part.acceptIf('0');
  return part.peek() === '0' ? undefined : part;
}

const UNREAD = convertMessages.nothingSimilar;

/** The dialect of Minik8s → an application, by way of the Kubernetes objects it means. */
export function importMinik8s(text: string, options: ImportOptions = {}): Imported {
  const { documents, root, record } = readSource(text);
  const document = readObjects(nativeObjects(documents), options);
  if (document.component.length === 0) {
    const message = minik8sMessages.nothingFound;
    throw new ImportError(message, { code: 'IMPORT_NOTHING_FOUND' });
  }
  return validated(document, record.settle(root, UNREAD), options);
}

/** Whether an object is written in the dialect: its spellings, kinds in small letters, or images in two parts. */
export function looksLikeMinik8s(object: Part): boolean {
  const kind = findField(object, 'kind').peek() ?? '';
  if (!isMinik8sKind(kind)) return false;
  const isSpelled = object.at('metaData').present || findField(object, 'metadata').at('nameSpace').present;
  const pod = fieldAt(object, 'spec', 'template').present ? fieldAt(object, 'spec', 'template') : object;
  const images = fieldAt(pod, 'spec', 'containers').items.map((container) => findField(container, 'image'));
  return isSpelled || kind === kind.toLowerCase() || images.some((image) => image.isMap);
}
