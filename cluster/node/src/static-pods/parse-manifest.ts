import { hash } from 'node:crypto';
import { toError } from '@kubemin/base';
import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { MIRROR } from '../pod-admission/index.ts';

/** A manifest file of the node. */
export interface ManifestFile {
  readonly name: string;
  readonly text: string;
}

/** A pod as its manifest has it, or why there is none. Defaults are not filled in. */
export type ParsedManifest =
  | { readonly kind: 'pod'; readonly pod: Pod }
  | { readonly kind: 'problem'; readonly message: string };

export const CONFIG_HASH = 'kubernetes.io/config.hash';
export const CONFIG_SOURCE = 'kubernetes.io/config.source';
const LONGEST_TEXT = 1_048_576;

/**
 * Reads a static pod: it is named after its node and has a uid that is made from the content of its file, so that another
 * content is another pod. The library for YAML is loaded here: most nodes have no static pods.
 */
export async function parseManifest({ name: file, text }: ManifestFile, nodeName: string): Promise<ParsedManifest> {
  const { default: yaml } = await import('yaml');
  const problem = (why: string): ParsedManifest => ({ kind: 'problem', message: `static pod ${file}: ${why}` });
  if (text.length > LONGEST_TEXT) return problem(`the file is longer than ${LONGEST_TEXT} characters`);
  let document: unknown;
  try {
    const parsed = yaml.parseDocument(text, { logLevel: 'error' });
    const [error] = parsed.errors;
    if (error !== undefined) return problem(`not YAML: ${error.message.split('\n')[0]}`);
    document = JSON.parse(JSON.stringify(parsed.toJS({ maxAliasCount: 100 }) ?? null));
  } catch (error) {
    return problem(`not YAML: ${toError(error).message}`);
  }
  if (!isPodDocument(document)) return problem('not a Pod of v1 with metadata.name and spec');
  const { metadata, spec } = document;
  const uid = hash('sha256', JSON.stringify([nodeName, file, document])).slice(0, 32);
  const { labels, annotations, namespace = 'default', name } = metadata;
  return {
    kind: 'pod',
    pod: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        ...{ name: `${name}-${nodeName}`, namespace, uid },
        ...(labels !== undefined && { labels }),
        annotations: { ...annotations, [CONFIG_HASH]: uid, [CONFIG_SOURCE]: 'file' },
      },
      spec: {
        ...spec,
        nodeName,
        tolerations: [...(spec.tolerations ?? []), { operator: 'Exists', effect: 'NoExecute' }],
      },
    },
  };
}

/** The pod of the API server that shows a static pod. */
export function mirrorPod({ metadata, spec }: Pod, node: { readonly name: string; readonly uid: string }): Pod {
  const { name = '', namespace = '', uid = '', labels, annotations } = metadata;
  const owner = { apiVersion: 'v1', kind: 'Node', ...node, controller: true };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ name, namespace, ownerReferences: [owner] },
      ...(labels !== undefined && { labels }),
      annotations: { ...annotations, [MIRROR]: uid },
    },
    ...(spec !== undefined && { spec }),
  };
}

type PodDocument = Pod & {
  readonly metadata: { readonly name: string };
  readonly spec: NonNullable<Pod['spec']>;
};

/** Its parts are what the API server takes them for: it checks them before the pod is run. */
function isPodDocument(value: unknown): value is PodDocument {
  if (!isJsonObject(value) || value.apiVersion !== 'v1' || value.kind !== 'Pod') return false;
  const { metadata, spec } = value;
  return isJsonObject(metadata) && isJsonObject(spec) && typeof metadata.name === 'string' && hasRightLists(spec);
}

function hasRightLists({ tolerations = [], containers }: JsonObject): boolean {
  return Array.isArray(tolerations) && Array.isArray(containers);
}
