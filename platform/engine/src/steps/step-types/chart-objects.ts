import { isRecord, TerminalError } from '@kubemin/base';
import { isJsonObject, type JsonObject, type KubeObject } from '@kubemin/kubeapi';
import { readYamlDocuments } from '@kubemin/model';
import { managedLabels, type RenderedObject } from '@kubemin/render';
import { stepMessages } from '../../messages/index.ts';
import { builtinJobTypes } from '../job-types/builtin.ts';

/** An object of a chart, and when it is delivered. */
export interface ChartObject {
  readonly rendered: RenderedObject;
  readonly phase: 'before' | 'main' | 'after';
  readonly weight: number;
}

/** For whom the objects of a chart are made. */
export interface ChartOwner {
  readonly appId: string;
  readonly component: string;
  readonly namespace: string;
}

/** Kinds that give rights. A chart gives none: those of an application are in its document, where they are judged. */
const RIGHTS = ['Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding'];
const HOOK = 'helm.sh/hook';
const HOOK_WEIGHT = 'helm.sh/hook-weight';
const BEFORE = ['pre-install', 'pre-upgrade'];
const AFTER = ['post-install', 'post-upgrade'];

/**
 * Reads what `helm template` prints: every object with the labels of its owner, in the namespace of the application.
 * Throws TerminalError with everything that such a chart must not contain. Pure.
 */
export function readChart(text: string, owner: ChartOwner): readonly ChartObject[] {
  const documents = readYamlDocuments(text);
  if (documents === undefined) {
    throw new TerminalError(stepMessages.helmUnreadable, { code: 'CHART_UNREADABLE' });
  }
  const refused: string[] = [];
  const objects = documents.flatMap((document): readonly ChartObject[] => {
    const object = toObject(document);
    if (object === undefined) {
      throw new TerminalError(stepMessages.helmUnreadable, { code: 'CHART_UNREADABLE' });
    }
    const phase = hookPhase(object);
    if (phase === undefined) return [];
    const { kind, metadata } = object;
    const isElsewhere = metadata.namespace !== undefined && metadata.namespace !== owner.namespace;
    if (!isAllowedKind(kind) || isElsewhere) {
      refused.push(`${kind}/${metadata.name}${isElsewhere ? ` (${metadata.namespace})` : ''}`);
      return [];
    }
    const weight = Number(metadata.annotations?.[HOOK_WEIGHT] ?? 0);
    return [{ rendered: owned(object, owner), phase, weight: Number.isFinite(weight) ? weight : 0 }];
  });
  refused.push(...foreignAutoscalers(objects));
  if (refused.length > 0) {
    const kinds = allowedKinds();
    throw new TerminalError(stepMessages.helmObjectsRefused({ objects: refused, kinds }), {
      code: 'CHART_OBJECTS_REFUSED',
    });
  }
  if (objects.length === 0) throw new TerminalError(stepMessages.helmEmpty, { code: 'CHART_EMPTY' });
  return objects;
}

/**
 * Autoscalers whose target is not in the chart. A target that no application has yet is refused too: another one may
 * deliver a workload of that name later.
 */
function foreignAutoscalers(objects: readonly ChartObject[]): readonly string[] {
  const names = new Set(objects.map(({ rendered: { object } }) => `${object.kind}/${object.metadata.name}`));
  return objects.flatMap(({ rendered: { object } }) => {
    if (object.kind !== 'HorizontalPodAutoscaler') return [];
    const spec = 'spec' in object && isRecord(object.spec) ? object.spec : {};
    const { kind, name } = isRecord(spec.scaleTargetRef) ? spec.scaleTargetRef : {};
    return names.has(`${kind}/${name}`) ? [] : [`${object.kind}/${object.metadata.name} (${kind}/${name})`];
  });
}

function allowedKinds(): readonly string[] {
  return builtinJobTypes.flatMap(({ kinds }) => kinds).filter((kind) => !RIGHTS.includes(kind));
}

function isAllowedKind(kind: string): boolean {
  return allowedKinds().includes(kind);
}

function toObject(value: unknown): KubeObject | undefined {
  if (!isRecord(value)) return undefined;
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isRecord(metadata)) return undefined;
  const { name, namespace } = metadata;
  if (typeof name !== 'string' || name === '') return undefined;
  const place = typeof namespace === 'string' ? { namespace } : {};
  const texts = { labels: textMap(metadata.labels), annotations: textMap(metadata.annotations) };
  return { ...value, apiVersion, kind, metadata: { name, ...place, ...texts } };
}

function textMap(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]));
}

/** Undefined for hooks of deletion, rollback and tests, which have no place in a delivery. */
function hookPhase({ metadata }: KubeObject): ChartObject['phase'] | undefined {
  const hook = metadata.annotations?.[HOOK];
  if (hook === undefined) return 'main';
  const events = hook.split(',').map((event) => event.trim());
  if (events.some((event) => BEFORE.includes(event))) return 'before';
  return events.some((event) => AFTER.includes(event)) ? 'after' : undefined;
}

function owned(object: KubeObject, { appId, component, namespace }: ChartOwner): RenderedObject {
  const labels = managedLabels({ appId, componentName: component }, object.kind);
  const labelled = {
    ...withoutStringData(object),
    metadata: { ...object.metadata, namespace, labels: { ...object.metadata.labels, ...labels } },
  };
  const spec = 'spec' in object && isJsonObject(object.spec) ? object.spec : undefined;
  const onExisting = object.kind === 'PersistentVolumeClaim' ? 'keep' : 'apply';
  if (spec === undefined) return { component, object: labelled, onExisting };
  return { component, object: { ...labelled, ...{ spec: withPodLabels(spec, labels) } }, onExisting };
}

/** The cluster never drops keys that came as `stringData`, and never returns them: they are delivered as `data`. */
function withoutStringData(object: KubeObject): KubeObject {
  if (object.kind !== 'Secret' || !('stringData' in object)) return object;
  const { stringData, ...rest } = object;
  const data = 'data' in rest && isRecord(rest.data) ? rest.data : {};
  const encoded = Object.entries(textMap(stringData)).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  return { ...rest, ...{ data: { ...data, ...Object.fromEntries(encoded) } } };
}

/** Pods are found by the labels of their owner too, so that their state is known while a delivery waits. */
function withPodLabels(spec: JsonObject, labels: Readonly<Record<string, string>>): JsonObject {
  const { template, jobTemplate } = spec;
  if (isJsonObject(jobTemplate) && isJsonObject(jobTemplate.spec)) {
    return { ...spec, jobTemplate: { ...jobTemplate, spec: withPodLabels(jobTemplate.spec, labels) } };
  }
  if (!isJsonObject(template) || !isJsonObject(template.spec)) return spec;
  const metadata = isJsonObject(template.metadata) ? template.metadata : {};
  const own = isJsonObject(metadata.labels) ? metadata.labels : {};
  return { ...spec, template: { ...template, metadata: { ...metadata, labels: { ...own, ...labels } } } };
}
