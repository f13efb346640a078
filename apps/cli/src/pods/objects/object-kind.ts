import { ownEntry } from '@kubemin/base';
import { functions, functionWorkflows, invocations, workflowRuns } from '@kubemin/functions';
import type { KubeObject, ResourceInfo, ResourceType } from '@kubemin/kubeapi';
import { defineResource } from '@kubemin/kubeapi';
import { resources } from '@kubemin/kubeapi/resources';
import { closestName } from '@kubemin/model';
import { documentMessages, objectMessages } from '../../messages/index.ts';
import { CliError, ExitCode } from '../../terminal/index.ts';

/** A kind of Kubernetes, by any of its names. */
export interface ObjectKind {
  /** As it is called where objects are listed: `pod`, `dns`. */
  readonly name: string;
  readonly type: ResourceType<KubeObject>;
}

/** What Minik8s calls otherwise. */
const DIALECT: Readonly<Record<string, string>> = {
  dns: 'ingress',
  hpa: 'horizontalpodautoscaler',
  workflow: 'functionworkflow',
};

/** Custom resources that are known by name as the built-in ones are. */
const CUSTOM: readonly ResourceType<KubeObject>[] = [functions, functionWorkflows, workflowRuns, invocations];

/** Kinds whose objects are called by their names alone, which are then in the namespace default, as in Minik8s. */
const IN_DEFAULT = ['function', 'functionworkflow'];

/** The names of Minik8s, for people who look for one. */
const NAMES = ['pod', 'service', 'replicaset', 'hpa', 'dns', 'pv', 'pvc', 'node', 'function', 'workflow'];

/** The kind of that name: in any capitals, one or many, short or long, Kubernetes' or Minik8s'. */
export function kindNamed(text: string): ObjectKind {
  const name = text.toLowerCase();
  const wanted = ownEntry(DIALECT, name) ?? name;
  const info = resources.find((each) => isCalled(each, wanted));
  if (info !== undefined)
    return { name: Object.hasOwn(DIALECT, name) ? name : info.singular, type: defineResource(info) };
  const custom = CUSTOM.find((each) => isCalled(each, wanted));
  if (custom !== undefined) return { name: Object.hasOwn(DIALECT, name) ? name : custom.singular, type: custom };
  const near = closestName(name, [...NAMES, ...[...resources, ...CUSTOM].map(({ singular }) => singular)]);
  throw new CliError(objectMessages.noKind({ kind: text }), {
    code: 'KIND_UNKNOWN',
    exitCode: ExitCode.usage,
    hint:
      near === undefined
        ? objectMessages.knownKinds({ kinds: NAMES.join(', ') })
        : documentMessages.didYouMean({ name: near }),
  });
}

function isCalled({ kind, plural, singular, shortNames }: ResourceInfo, name: string): boolean {
  return [kind.toLowerCase(), plural, singular, ...shortNames].includes(name);
}

/** Which objects of a kind are meant: `ns/name`, or `-n ns name`, or a namespace. */
export interface ObjectPlace {
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

/** The type of an object of a custom resource that is known here; undefined for all others. */
export function customType({
  apiVersion,
  kind,
}: Pick<KubeObject, 'apiVersion' | 'kind'>): ResourceType<KubeObject> | undefined {
  return CUSTOM.find((each) => each.kind === kind && `${each.group}/${each.version}` === apiVersion);
}

/** Reads where objects are. Without `-n`, a word alone is a namespace, and a name where there are none. */
export function placeIn({ type }: ObjectKind, word: string | undefined, namespace: string | undefined): ObjectPlace {
  if (word === undefined) return { namespace, name: undefined };
  const [before = '', after] = word.split('/', 2);
  if (after !== undefined) return { namespace: before, name: after };
  if (!type.namespaced) return { namespace: undefined, name: word };
  if (IN_DEFAULT.includes(type.singular)) return { namespace: namespace ?? 'default', name: word };
  return namespace === undefined ? { namespace: word, name: undefined } : { namespace, name: word };
}
