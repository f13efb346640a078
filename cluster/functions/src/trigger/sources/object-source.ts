import { TerminalError, WakeSignal } from '@kubemin/base';
import { createDiscovery, createInformer, type KubeClient, objectKey } from '@kubemin/kube';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
  type ResourceType,
} from '@kubemin/kubeapi';
import { triggerMessages } from '../../messages/index.ts';
import type { TriggerSpec } from '../trigger-resource.ts';
import type { SourceContext, SourceEvent, TriggerSource } from '../trigger-source.ts';
import { hashParts } from '../trigger-store.ts';

type ObjectSpec = NonNullable<TriggerSpec['object']>;

/** The state of each object is stored. */
const MAX_OBJECTS = 5_000;

/** What is known of an object. */
interface ObjectMark {
  readonly uid: string;
  readonly hash: string;
}

/** A change of an object. */
interface ObjectChange {
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly key: string;
  readonly uid: string;
  readonly object: KubeObject | undefined;
}

/** Changes of objects in the namespace of the trigger. Only metadata is passed on: the trigger may see more than its author. */
export const objectSource: TriggerSource = {
  async run(context: SourceContext): Promise<void> {
    const { trigger, checkpoint, client, clock, random, logger, signal, accept, ready } = context;
    const spec = requireObject(trigger.spec.object);
    const { labelSelector, fieldSelector, includeStatus } = spec;
    const type = await findType(client, spec);
    const rule = JSON.stringify([spec.apiVersion, spec.kind, labelSelector, fieldSelector, includeStatus]);
    const known = new Map(readMarks(checkpoint, rule) ?? []);
    const isNew = checkpoint === undefined || checkpoint.rule !== rule;
    const resource = client.resource(type, trigger.metadata.namespace);
    const informer = createInformer({ client: resource, clock, random, logger, labelSelector, fieldSelector });
    /** Each version that was seen, in order: an object may be gone again when its creation is stored. */
    const seen: { readonly key: string; readonly object: KubeObject | undefined }[] = [];
    const arrived = new WakeSignal();
    informer.start(signal);
    await informer.synced;
    const unsubscribe = informer.onChange(({ type: change, key, object }) => {
      seen.push({ key, object: change === 'deleted' ? undefined : object });
      arrived.notify();
    });
    try {
      const current = new Set(informer.list().map((object) => objectKey(object)));
      for (const key of known.keys()) if (!current.has(key)) seen.push({ key, object: undefined });
      const first = applySeen(known, seen.splice(0), includeStatus);
      await accept({ events: isNew ? [] : toEvents(spec, first), checkpoint: toCheckpoint(rule, known) });
      ready();
      while (!signal.aborted) {
        await arrived.wait(signal);
        const changes = applySeen(known, seen.splice(0), includeStatus);
        if (changes.length === 0) continue;
        if (known.size > MAX_OBJECTS) {
          const message = triggerMessages.tooManyObjects({ count: known.size, limit: MAX_OBJECTS });
          throw new TerminalError(message, { code: 'TRIGGER_TOO_MANY_OBJECTS' });
        }
        await accept({ events: toEvents(spec, changes), checkpoint: toCheckpoint(rule, known) });
      }
    } finally {
      unsubscribe();
    }
  },
};

function requireObject(object: ObjectSpec | undefined): ObjectSpec {
  if (object !== undefined) return object;
  throw new TypeError('spec.object is missing');
}

async function findType(client: KubeClient, { apiVersion, kind }: ObjectSpec): Promise<ResourceType> {
  const object = { apiVersion, kind };
  const type =
    client.findBuiltInType(object) ??
    (await createDiscovery({ handler: client.handler }).findResourceForObject(object));
  if (type === undefined) {
    throw new TerminalError(triggerMessages.unknownKind({ kind, apiVersion }), { code: 'TRIGGER_UNKNOWN_KIND' });
  }
  if (type.namespaced) return type;
  throw new TerminalError(triggerMessages.clusterKind({ kind }), { code: 'TRIGGER_CLUSTER_KIND' });
}

/** Updates what is known by the versions that were seen, and returns the changes. */
function applySeen(
  known: Map<string, ObjectMark>,
  seen: readonly { readonly key: string; readonly object: KubeObject | undefined }[],
  includeStatus: boolean,
): readonly ObjectChange[] {
  const changes: ObjectChange[] = [];
  for (const { key, object } of seen) {
    const before = known.get(key);
    const uid = object?.metadata.uid ?? '';
    if (before !== undefined && (object === undefined || before.uid !== uid)) {
      known.delete(key);
      changes.push({ kind: 'deleted', key, uid: before.uid, object: undefined });
    }
    if (object === undefined) continue;
    const mark = { uid, hash: hashObject(object, includeStatus) };
    const left = known.get(key);
    known.set(key, mark);
    if (left === undefined) changes.push({ kind: 'created', key, uid, object });
    else if (left.hash !== mark.hash) changes.push({ kind: 'updated', key, uid, object });
  }
  return changes;
}

function hashObject(object: KubeObject, includeStatus: boolean): string {
  const { metadata, ...fields } = object;
  const { managedFields: _managed, resourceVersion: _version, generation: _generation, ...rest } = metadata;
  const content = Object.entries(fields).filter(([field]) => includeStatus || field !== 'status');
  return hashParts(JSON.stringify([rest, Object.fromEntries(content)]));
}

function toEvents({ apiVersion, kind, on }: ObjectSpec, changes: readonly ObjectChange[]): readonly SourceEvent[] {
  return changes
    .filter((change) => (on ?? ['created', 'updated', 'deleted']).includes(change.kind))
    .map(({ kind: change, key, uid, object }) => {
      const [namespace = '', name = ''] = key.split('/');
      const { resourceVersion, labels } = object?.metadata ?? {};
      const version = change === 'updated' ? (resourceVersion ?? '') : change;
      return {
        id: `${uid}.${version}`,
        data: {
          ...{ type: 'object', change, apiVersion, kind, namespace, name, uid },
          ...(resourceVersion === undefined ? {} : { resourceVersion }),
          ...(labels === undefined ? {} : { labels: { ...labels } }),
        },
      };
    });
}

function toCheckpoint(rule: string, known: ReadonlyMap<string, ObjectMark>): JsonObject {
  const objects: JsonObject = Object.fromEntries(
    [...known].map(([key, { uid, hash }]): [string, JsonValue] => [key, [uid, hash]]),
  );
  return { rule, objects };
}

function readMarks(checkpoint: JsonObject | undefined, rule: string): readonly [string, ObjectMark][] | undefined {
  if (checkpoint === undefined || checkpoint.rule !== rule || !isJsonObject(checkpoint.objects)) return undefined;
  return Object.entries(checkpoint.objects).flatMap(([key, mark]): [string, ObjectMark][] =>
    isJsonArray(mark) ? [[key, { uid: String(mark[0]), hash: String(mark[1]) }]] : [],
  );
}
