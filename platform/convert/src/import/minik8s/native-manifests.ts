import { ownEntry } from '@kubemin/base';
import { isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { minik8sMessages } from '../../messages/index.ts';
import { ImportError } from '../source/import-error.ts';
import type { NotCarried } from '../source/not-carried.ts';
import type { Part } from '../source/part.ts';
import { readSource } from '../source/source.ts';
import { nativeFunction, nativeWorkflow } from './functions.ts';
import { dnsLabel, fieldAt, findField, nativeMetadata } from './metadata.ts';
import { looksLikeMinik8s, nativeObjects } from './native-objects.ts';

/** One Kubernetes object of a text. */
export interface NativeManifest {
  readonly object: JsonObject;
  /** Whether the text had it in the dialect of Minik8s. */
  readonly translated: boolean;
}

/** The Kubernetes objects of a text, and everything of it that is not in them. */
export interface NativeManifests {
  readonly manifests: readonly NativeManifest[];
  readonly notCarried: readonly NotCarried[];
}

const UNREAD = minik8sMessages.nothingSimilar;

/** What the text lacks and Kubernetes requires. */
const DEFAULT_SIZE = '1Gi';
const ASSUMED_SIZE = minik8sMessages.noSize({ size: DEFAULT_SIZE });

const API_VERSIONS: Readonly<Record<string, string>> = {
  Pod: 'v1',
  Service: 'v1',
  PersistentVolume: 'v1',
  PersistentVolumeClaim: 'v1',
  ReplicaSet: 'apps/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Ingress: 'networking.k8s.io/v1',
};

/** Every object of a text as Kubernetes takes it: native ones as they are, those of Minik8s in Kubernetes' words. */
export function nativeManifests(text: string): NativeManifests {
  const { documents, root, record } = readSource(text);
  const all = documents.flatMap(unpacked);
  const foreign = all.filter(looksLikeMinik8s);
  const native = all.filter((document) => !foreign.includes(document));
  for (const document of native) {
    if (!document.at('apiVersion').isScalar || !document.at('kind').isScalar) throw notAnObject(document);
    document.accept();
  }
  const own = foreign.filter((object) => ownEntry(ALONE, partKind(object)) !== undefined);
  const others = foreign.filter((object) => !own.includes(object));
  const translated = [
    ...own.flatMap((object) => {
      const translate = ownEntry(ALONE, partKind(object));
      return translate === undefined ? [] : [translate(object)];
    }),
    ...nativeObjects(others).map((part) => {
      part.accept();
      return completed(clean(part.value), others);
    }),
  ];
  for (const document of foreign) findField(document, 'apiVersion').accept();
  return {
    manifests: [
      ...native.map((document) => ({ object: clean(document.value), translated: false })),
      ...translated.map((object) => ({ object, translated: true })),
    ],
    notCarried: record.settle(root, UNREAD),
  };
}

/** Kinds that an application cannot have, and a cluster can. */
const ALONE: Readonly<Record<string, (object: Part) => JsonObject>> = {
  pv: nativeVolume,
  function: nativeFunction,
  workflow: nativeWorkflow,
};

/** The objects of a list; anything else is one object. */
function unpacked(document: Part): readonly Part[] {
  if (document.at('kind').peek() !== 'List' || !document.at('items').isList) return [document];
  for (const key of ['apiVersion', 'kind', 'metadata']) document.at(key).accept();
  return document.at('items').items;
}

function partKind(object: Part): string {
  return findField(object, 'kind').peek()?.toLowerCase() ?? '';
}

function notAnObject(document: Part): ImportError {
  const where =
    document.path.length === 0 ? undefined : minik8sMessages.inDocument({ number: Number(document.path[0]) + 1 });
  return new ImportError(minik8sMessages.notAnObject({ where }), {
    code: 'IMPORT_UNKNOWN_FORMAT',
  });
}

/** Without what is not there. */
function clean(value: unknown): JsonObject {
  const plain: unknown = JSON.parse(JSON.stringify(value));
  return isJson(plain) && isJsonObject(plain) ? plain : {};
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}

/** What an object needs and an application does not. */
function completed(object: JsonObject, documents: readonly Part[]): JsonObject {
  const kind = String(object.kind);
  const { uid: _, labels, annotations, ...metadata } = asObject(object.metadata);
  const named: JsonObject = {
    apiVersion: ownEntry(API_VERSIONS, kind) ?? String(object.apiVersion),
    kind,
    metadata: {
      ...metadata,
      ...(labels === undefined ? {} : { labels: texts(labels) }),
      ...(annotations === undefined ? {} : { annotations: texts(annotations) }),
    },
  };
  return {
    ...named,
    ...(ownEntry(SPECS, kind) ?? ((spec) => ({ spec })))(asObject(object.spec), { object, documents }),
  };
}

interface Around {
  readonly object: JsonObject;
  readonly documents: readonly Part[];
}

const SPECS: Readonly<Record<string, (spec: JsonObject, around: Around) => JsonObject>> = {
  Pod: (spec) => ({ spec: podSpec(spec) }),
  ReplicaSet: ({ selector, template, ...spec }) => {
    const { spec: pod, metadata } = asObject(template);
    const { name: _name, namespace: _namespace, uid: _uid, labels, ...rest } = asObject(metadata);
    return {
      spec: {
        ...spec,
        selector: { matchLabels: texts(selector) },
        template: { metadata: { ...rest, labels: texts(labels) }, spec: podSpec(asObject(pod)) },
      },
    };
  },
  Service: ({ selector, ...spec }) => ({ spec: { ...spec, ...(selector && { selector: texts(selector) }) } }),
  HorizontalPodAutoscaler: ({ scaleTargetRef, ...spec }, { object, documents }) => {
    const { kind = 'ReplicaSet', name = workloadName(object, documents) } = asObject(scaleTargetRef);
    return { spec: { scaleTargetRef: { apiVersion: API_VERSIONS[String(kind)] ?? 'apps/v1', kind, name }, ...spec } };
  },
  PersistentVolumeClaim: ({ accessModes = ['ReadWriteOnce'] }, { object, documents }) => {
    const claim = findDocument(object, documents);
    const selector = claim === undefined ? undefined : fieldAt(claim, 'spec', 'selector');
    const volume = claim === undefined ? undefined : fieldAt(claim, 'spec', 'bindPV');
    selector?.accept();
    volume?.accept();
    claim?.note(minik8sMessages.size, ASSUMED_SIZE);
    return {
      spec: {
        accessModes,
        // Volumes are made by hand there, and not by a class.
        storageClassName: '',
        resources: { requests: { storage: DEFAULT_SIZE } },
        ...(selector?.isMap && { selector: { matchLabels: { ...selector.textMap() } } }),
        ...(volume?.isScalar && { volumeName: volume.text() ?? '' }),
      },
    };
  },
};

function podSpec({ containers, volumes, ...spec }: JsonObject): JsonObject {
  return {
    ...spec,
    containers: asObjects(containers).map(({ env, ...container }) => ({
      ...container,
      ...(env !== undefined && {
        env: asObjects(env).map((each) => ({
          ...each,
          ...(each.value !== undefined && { value: String(each.value) }),
        })),
      }),
    })),
    ...(volumes !== undefined && {
      volumes: asObjects(volumes).map(({ hostPath, ...volume }) => ({
        ...volume,
        ...(hostPath === undefined ? {} : { hostPath: { ...asObject(hostPath), type: 'DirectoryOrCreate' } }),
      })),
    }),
  };
}

function nativeVolume(object: Part): JsonObject {
  const spec = findField(object, 'spec');
  const mode = findField(spec, 'accessMode').text() ?? 'ReadWriteMany';
  findField(object, 'kind').accept();
  const { namespace: _, uid: _uid, ...metadata } = asObject(clean({ metadata: nativeMetadata(object).value }).metadata);
  nativeMetadata(object).accept();
  object.note(minik8sMessages.size, ASSUMED_SIZE);
  const nfs = findField(spec, 'nfs');
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata,
    spec: {
      capacity: { storage: DEFAULT_SIZE },
      accessModes: [mode],
      persistentVolumeReclaimPolicy: 'Retain',
      nfs: { server: findField(nfs, 'serverIp').text() ?? '', path: findField(nfs, 'path').text() ?? '/' },
    },
  };
}

/** Where an object comes from: its namesake of the same kind. */
function findDocument(object: JsonObject, documents: readonly Part[]): Part | undefined {
  const kinds: Readonly<Record<string, string>> = { HorizontalPodAutoscaler: 'hpa', PersistentVolumeClaim: 'pvc' };
  const name = asObject(object.metadata).name;
  return documents.find(
    (document) =>
      partKind(document) === kinds[String(object.kind)] &&
      dnsLabel(fieldAt(document, 'metadata', 'name')).peek() === name,
  );
}

/** The workload an autoscaler names that another text has. */
function workloadName(object: JsonObject, documents: readonly Part[]): string {
  const document = findDocument(object, documents);
  return document === undefined ? '' : (dnsLabel(fieldAt(document, 'spec', 'workload', 'name')).peek() ?? '');
}

function asObject(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function asObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map((each) => asObject(each)) : [];
}

/** Labels are texts, whatever they look like. */
function texts(value: JsonValue | undefined): JsonObject {
  return Object.fromEntries(Object.entries(asObject(value)).map(([key, each]) => [key, String(each)]));
}
