import { ownEntry } from '@kubemin/base';
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
const DIALECT: Readonly<Record<string, string>> = { dns: 'ingress', hpa: 'horizontalpodautoscaler' };

/** Kinds of Minik8s that no cluster keeps. */
const NOT_SERVED = ['function', 'workflow'];

/** The names of Minik8s, for people who look for one. */
const NAMES = ['pod', 'service', 'replicaset', 'hpa', 'dns', 'pv', 'pvc', 'node'];

/** The kind of that name: in any capitals, one or many, short or long, Kubernetes' or Minik8s'. */
export function kindNamed(text: string): ObjectKind {
  const name = text.toLowerCase();
  const wanted = ownEntry(DIALECT, name) ?? name;
  const info = resources.find((each) => isCalled(each, wanted));
  if (info !== undefined)
    return { name: Object.hasOwn(DIALECT, name) ? name : info.singular, type: defineResource(info) };
  if (NOT_SERVED.includes(name.replace(/s$/, ''))) {
    throw new CliError(objectMessages.notServed({ kind: text }), {
      code: 'KIND_NOT_SERVED',
      exitCode: ExitCode.failed,
      hint: objectMessages.notServedHint,
    });
  }
  const near = closestName(name, [...NAMES, ...resources.map(({ singular }) => singular)]);
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

/** Reads where objects are. Without `-n`, a word alone is a namespace, and a name where there are none. */
export function placeIn({ type }: ObjectKind, word: string | undefined, namespace: string | undefined): ObjectPlace {
  if (word === undefined) return { namespace, name: undefined };
  const [before = '', after] = word.split('/', 2);
  if (after !== undefined) return { namespace: before, name: after };
  if (!type.namespaced) return { namespace: undefined, name: word };
  return namespace === undefined ? { namespace: word, name: undefined } : { namespace, name: word };
}
