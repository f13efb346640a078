import { isJsonObject, type JsonObject, type KubeObject } from '@kubemin/kubeapi';
import type { PhasedObject } from '../phase/index.ts';
import { hiddenStatusFields } from './flat-shape.ts';
import type { FlatObject } from './flat-value.ts';
import { isPhased, type PhaseViews } from './phase-views.ts';

/** An object as this API returns it: the fields of its spec, part of its metadata, and its progress. */
export function toFlatObject(object: KubeObject, machine?: PhaseViews): FlatObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp, deletionTimestamp, labels } = object.metadata;
  const status = objectPart(object, 'status');
  const hidden = hiddenStatusFields(machine);
  const own = Object.fromEntries(Object.entries(status).filter(([key]) => !hidden.includes(key)));
  return {
    ...withoutUndefined({ name, namespace, uid, resourceVersion, createdAt: creationTimestamp ?? undefined }),
    ...(deletionTimestamp !== undefined && { deleting: true }),
    ...(labels !== undefined && { labels }),
    ...objectPart(object, 'spec'),
    ...withoutUndefined({ phase: status.phase }),
    ...(machine !== undefined && isPhased(object) && phaseProgress(object, machine)),
    ...(Object.keys(own).length > 0 && { status: own }),
  };
}

/** The result of the current phase, or of the whole once it has ended; with the reason of an error or warning. */
function phaseProgress(object: PhasedObject, machine: PhaseViews): FlatObject {
  const lines = machine.summary(object);
  const end = lines.at(-1);
  const current = lines.findLast(({ result }) => result !== 'Pending') ?? lines[0];
  const result = end === undefined || end.result === 'Pending' ? current?.result : end.result;
  const reason =
    lines.find(({ error }) => error !== undefined)?.error ?? lines.findLast(({ warning }) => warning)?.warning;
  return withoutUndefined({ result, reason });
}

function objectPart(object: KubeObject, part: 'spec' | 'status'): JsonObject {
  const fields: unknown = object;
  const value = isJsonObject(fields) ? fields[part] : undefined;
  return isJsonObject(value) ? value : {};
}

function withoutUndefined(fields: Readonly<Record<string, unknown>>): FlatObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
