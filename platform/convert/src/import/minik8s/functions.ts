import { isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { minik8sMessages } from '../../messages/index.ts';
import { ImportError } from '../source/import-error.ts';
import type { Part } from '../source/part.ts';
import { dnsLabel, fieldAt, findField } from './metadata.ts';

/** Where the code of a function is, as the file states it: a directory on the machine of the user. */
export const FILE_PATH_ANNOTATION = 'minik8s.io/file-path';
/** Whether the function is called when a file in that directory changes. */
export const NEED_WATCH_ANNOTATION = 'minik8s.io/need-watch';

const API_VERSION = 'functions.kubemin.io/v1';
/** Functions and workflows have no other namespace there. */
const NAMESPACE = 'default';

/** A function as a Function of KubeMin. Its code is not in the text: the annotation has the path, and `apply` adds it. */
export function nativeFunction(object: Part): JsonObject {
  const filePath = findField(object, 'filePath');
  if (!filePath.isScalar) throw unreadable(object, 'filePath');
  const watch = findField(object, 'needWatch');
  const template = findField(object, 'useTemplate');
  if (template.peek() === 'false') template.omit(minik8sMessages.ownServer);
  else template.accept();
  if (watch.flag() === true) watch.note('needWatch', minik8sMessages.watched);
  const defaults = readObject(findField(object, 'coeff'));
  const annotations = {
    [FILE_PATH_ANNOTATION]: filePath.text() ?? '',
    [NEED_WATCH_ANNOTATION]: String(watch.flag() ?? false),
  };
  return {
    ...describeObject(object, 'Function', annotations),
    spec: { runtime: 'python', ...(defaults === undefined ? {} : { defaultArguments: defaults }) },
  };
}

/** A workflow as a FunctionWorkflow. It is lenient: a node that does not exist fails the runs that reach it, as there. */
export function nativeWorkflow(object: Part): JsonObject {
  const spec = findField(object, 'spec');
  const startNode = findField(spec, 'startNode');
  if (!startNode.isScalar) throw unreadable(object, 'spec.startNode');
  const startArguments = readObject(findField(spec, 'startCoeff'));
  return {
    ...describeObject(object, 'FunctionWorkflow', {}),
    spec: {
      startNode: startNode.text() ?? '',
      ...(startArguments === undefined ? {} : { startArguments }),
      nodes: findField(spec, 'nodes').items.map(toNode),
      validation: 'lenient',
    },
  };
}

const BLOCKS: Readonly<Record<string, (node: Part) => JsonObject>> = {
  func: (node) => {
    const spec = findField(node, 'funcSpec');
    acceptNamespace(findField(spec, 'namespace', 'nameSpace'));
    return { func: { name: readName(findField(spec, 'name')) }, ...readNext(spec) };
  },
  fork: (node) => ({
    fork: findField(node, 'forkSpecs', 'forkSpec').items.map((entry) => ({
      ...optional('variable', findField(entry, 'variable').text()),
      compareBy: findField(entry, 'compareBy').text() ?? '',
      ...optional('compareTo', findField(entry, 'compareTo').text()),
      ...readNext(entry),
    })),
  }),
  call: (node) => {
    const spec = findField(node, 'callSpec');
    const inherit = findField(spec, 'inheritCoeff').texts();
    const own = readObject(findField(spec, 'coeff', 'newCoeff'));
    return {
      call: {
        workflow: readName(findField(spec, 'wfName')),
        ...(inherit.length === 0 ? {} : { inherit: [...inherit] }),
        ...(own === undefined ? {} : { arguments: own }),
      },
      ...readNext(spec),
    };
  },
  merge: (node) => ({ merge: {}, ...readNext(node) }),
};

function toNode(node: Part): JsonObject {
  const type = (findField(node, 'type').text() ?? '').toLowerCase();
  const read = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (read === undefined) throw unreadable(node, `type: ${type}`);
  // Of the blocks of other types, which are empty there.
  for (const block of ['funcSpec', 'callSpec', 'forkSpecs']) {
    if (!findField(node, block).hasLeaf) findField(node, block).accept();
  }
  return { name: findField(node, 'name').text() ?? '', type, ...read(node) };
}

/** An empty one is the end. */
function readNext(part: Part): JsonObject {
  const next = findField(part, 'next').text();
  return next === undefined || next === '' ? {} : { next };
}

function optional(key: string, value: string | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value };
}

function readName(part: Part): string {
  return dnsLabel(part).text() ?? '';
}

function describeObject(object: Part, kind: string, annotations: Readonly<Record<string, string>>): JsonObject {
  findField(object, 'kind').accept();
  const metadata = findField(object, 'metadata');
  const name = readName(findField(metadata, 'name'));
  if (name === '') throw unreadable(object, 'metadata.name');
  acceptNamespace(findField(metadata, 'namespace'));
  acceptNamespace(findField(metadata, 'nameSpace'));
  findField(metadata, 'uuid').accept();
  const labels = findField(metadata, 'labels').textMap();
  const all = { ...findField(metadata, 'annotations').textMap(), ...annotations };
  return {
    apiVersion: API_VERSION,
    kind,
    metadata: {
      name,
      namespace: NAMESPACE,
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...(Object.keys(all).length === 0 ? {} : { annotations: all }),
    },
  };
}

function acceptNamespace(namespace: Part): void {
  namespace.acceptIf('', NAMESPACE);
  if (!namespace.isCarried) namespace.omit(minik8sMessages.defaultNamespace);
}

/** JSON in a text, as there, or a map. */
function readObject(part: Part): JsonObject | undefined {
  if (!part.present || part.peek()?.trim() === '') return undefined;
  part.accept();
  if (part.isMap) return toJson(part, JSON.stringify(part.value));
  return toJson(part, part.peek() ?? '');
}

function toJson(part: Part, text: string): JsonObject {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw notAnObject(part, cause);
  }
  if (isJsonObject(value)) return value;
  throw notAnObject(part);
}

function notAnObject(part: Part, cause?: unknown): ImportError {
  return new ImportError(minik8sMessages.notJson({ field: part.describe() }), { code: 'IMPORT_UNREADABLE', cause });
}

function unreadable(object: Part, field: string): ImportError {
  const name = fieldAt(object, 'metadata', 'name').peek() ?? findField(object, 'name').peek() ?? '';
  return new ImportError(minik8sMessages.fieldMissing({ name, field }), { code: 'IMPORT_UNREADABLE' });
}
