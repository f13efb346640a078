import { isJsonObject, type JsonObject, type KubeObject } from '@kubemin/kubeapi';
import type { PhasedObject } from '../phase/phased-object.ts';
import { hiddenStatusFields } from './flat-shape.ts';
import type { FlatObject } from './flat-value.ts';
import { isPhased, type PhaseViews } from './phase-views.ts';

/** An object as this API shows it: its fields and what people ask about, without the rest of its metadata. */
export function flatObject(object: KubeObject, machine?: PhaseViews): FlatObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp, deletionTimestamp, labels } = object.metadata;
  const status = partOf(object, 'status');
  const hidden = hiddenStatusFields(machine);
  const own = Object.fromEntries(Object.entries(status).filter(([key]) => !hidden.includes(key)));
  return {
    ...onlyGiven({ name, namespace, uid, resourceVersion, createdAt: creationTimestamp ?? undefined }),
    ...(deletionTimestamp !== undefined && { deleting: true }),
    ...(labels !== undefined && { labels }),
    ...partOf(object, 'spec'),
    ...onlyGiven({ phase: status.phase }),
    ...(machine !== undefined && isPhased(object) && progress(object, machine)),
    ...(Object.keys(own).length > 0 && { status: own }),
  };
}

/** The result of the phase an object is in, or of all when it is through; and why, when it is not well. */
function progress(object: PhasedObject, machine: PhaseViews): FlatObject {
  const lines = machine.summary(object);
  const end = lines.at(-1);
  const current = lines.findLast(({ result }) => result !== 'Pending') ?? lines[0];
  const result = end === undefined || end.result === 'Pending' ? current?.result : end.result;
  const reason =
    lines.find(({ error }) => error !== undefined)?.error ?? lines.findLast(({ warning }) => warning)?.warning;
  return onlyGiven({ result, reason });
}

function partOf(object: KubeObject, part: 'spec' | 'status'): JsonObject {
  const fields: unknown = object;
  const value = isJsonObject(fields) ? fields[part] : undefined;
  return isJsonObject(value) ? value : {};
}

function onlyGiven(fields: Readonly<Record<string, unknown>>): FlatObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
