import { ownEntry } from '@kubemin/base';
import { deepEqual, isJsonArray, isJsonObject, type KubeObject } from '@kubemin/kubeapi';
import { type DocumentPath, formatPath } from '@kubemin/model';
import { objectsMessages } from '../messages/index.ts';
import { RenderError } from './render-error.ts';
import type { ObjectDraft, RenderedObject } from './rendered-object.ts';

interface Entry {
  readonly draft: ObjectDraft;
  readonly component: string;
  readonly path: DocumentPath;
}

/** The objects of one application: each kind and name once. */
export class ObjectSet {
  readonly #entries = new Map<string, Entry>();
  readonly #aliases: Entry[] = [];

  add(draft: ObjectDraft, component: string, path: DocumentPath): void {
    const entry = { draft, component, path };
    if (draft.naming === 'alias') {
      this.#aliases.push(entry);
      return;
    }
    const key = draftKey(draft);
    const known = this.#entries.get(key);
    if (known === undefined) {
      this.#entries.set(key, entry);
      return;
    }
    if (isMeantTwice(known.draft, draft)) return;
    const object = { kind: draft.object.kind, name: draft.object.metadata.name ?? '' };
    const message =
      known.component === component
        ? objectsMessages.wantedTwice({ component, ...object })
        : objectsMessages.wantedByBoth({ first: known.component, second: component, ...object });
    throw new RenderError(message, {
      path: draft.source ?? path,
      code: 'OBJECT_NAME_TAKEN',
    });
  }

  /** In the order of the document; aliases last within their component, and only where nothing else has their name. */
  toArray(components: readonly string[]): readonly RenderedObject[] {
    const aliases = this.#aliases.filter((entry) => !this.#entries.has(draftKey(entry.draft)));
    const byComponent = Map.groupBy([...this.#entries.values(), ...aliases], (entry) => entry.component);
    return components.flatMap((component) => (byComponent.get(component) ?? []).map(toRendered));
  }
}

/** Whether two drafts with a name the user gave are one object: they are equal, or neither would change it. */
function isMeantTwice(known: ObjectDraft, draft: ObjectDraft): boolean {
  if (known.naming !== 'given' || draft.naming !== 'given') return false;
  return draft.onExisting === 'keep' || deepEqual(withoutLabels(known.object), withoutLabels(draft.object));
}

function withoutLabels({ metadata: { labels: _owners, ...metadata }, ...object }: KubeObject): object {
  return { ...object, metadata };
}

function draftKey({ object }: ObjectDraft): string {
  return `${object.apiVersion}/${object.kind}/${object.metadata.namespace ?? ''}/${object.metadata.name ?? ''}`;
}

function toRendered({ draft, component, path }: Entry): RenderedObject {
  const { onExisting = 'apply', onChange, share, source = path, dataFrom } = draft;
  return {
    component,
    source: formatPath(source),
    object: canonical(draft.object),
    onExisting,
    ...(onChange === undefined ? {} : { onChange }),
    ...(dataFrom === undefined ? {} : { dataFrom }),
    ...(share === undefined ? {} : { share }),
  };
}

/** An object whose bytes depend on its values alone: keys in order, and none without a value. */
function canonical(object: KubeObject): KubeObject {
  return { ...object, ...sorted({ ...object }) };
}

function sorted(map: Readonly<Record<string, unknown>>): object {
  const entries: [string, unknown][] = [];
  // By code units, which is how `sort` compares by default, and fastest.
  for (const key of Object.keys(map).sort()) {
    const value = map[key];
    if (value !== undefined) entries.push([key, ordered(value)]);
  }
  // Not by assignment: a key called __proto__ would vanish.
  return Object.fromEntries(entries);
}

function ordered(value: unknown): unknown {
  if (typeof value !== 'object') return value;
  if (isJsonArray(value)) return value.map(ordered);
  return isJsonObject(value) ? sorted(value) : value;
}

const WORKLOAD = ['spec.selector'];
const BINDING = ['roleRef'];

/** By kind: what is immutable on an object that exists. */
const IMMUTABLE: Readonly<Record<string, readonly string[]>> = {
  Deployment: WORKLOAD,
  DaemonSet: WORKLOAD,
  StatefulSet: [...WORKLOAD, 'spec.serviceName', 'spec.volumeClaimTemplates', 'spec.podManagementPolicy'],
  Job: [...WORKLOAD, 'spec.template', 'spec.completions', 'spec.completionMode'],
  Service: ['spec.clusterIP'],
  PersistentVolumeClaim: ['spec.accessModes', 'spec.storageClassName', 'spec.volumeName', 'spec.volumeMode'],
  RoleBinding: BINDING,
  ClusterRoleBinding: BINDING,
  Secret: ['type'],
};

/** The fields in which two states of one object differ although they are immutable. */
export function immutableChanges(before: KubeObject, after: KubeObject): readonly string[] {
  const fields = ownEntry(IMMUTABLE, after.kind) ?? [];
  return fields.filter((field) => !deepEqual(valueAt(before, field), valueAt(after, field)));
}

function valueAt(object: unknown, field: string): unknown {
  return field.split('.').reduce((value: unknown, key) => (isJsonObject(value) ? value[key] : undefined), object);
}
