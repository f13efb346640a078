import { isRecord } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import type { KubeObject } from '@kubemin/kubeapi';
import { resources } from '@kubemin/kubeapi/resources';
import type { DocumentPath, NestedTraits } from '@kubemin/model';
import {
  type ComponentContext,
  type ComponentRenderer,
  type Decoration,
  type ObjectDraft,
  type PodRequest,
  RenderError,
  type TraitContext,
  type TraitRenderer,
  type TraitResult,
} from '@kubemin/render';
import * as z from 'zod';
import type { PluginCall, PluginCalls, PluginDescription, PluginQuestion } from '../description/index.ts';
import { pluginMessages } from '../messages/index.ts';

/** The renderers of a plug-in's entries, by name. */
export interface PluginRenderers {
  readonly traits: Readonly<Record<string, TraitRenderer<unknown>>>;
  readonly componentTypes: Readonly<Record<string, ComponentRenderer<Readonly<Record<string, unknown>>>>>;
}

/** Groups whose objects decide about rights or about the API itself: only the trait `rbac`, which is guarded, grants rights. */
const REFUSED_GROUPS: readonly string[] = [
  'rbac.authorization.k8s.io',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'certificates.k8s.io',
];

/** Whether plug-ins may deliver objects of a kind: namespaced ones that grant no rights. */
export function isDeliverable({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  const [version, group = ''] = apiVersion.split('/').toReversed();
  if (REFUSED_GROUPS.includes(group)) return false;
  const known = resources.find((each) => each.group === group && each.version === version && each.kind === kind);
  return known === undefined || known.namespaced;
}

/** Makes the renderers of a plug-in. They throw RenderErrors that name the plug-in. */
export function pluginRenderers(description: PluginDescription, calls: PluginCalls): PluginRenderers {
  const plugin = description.name;
  const call = (about: PluginCall, path: DocumentPath, respond?: (question: PluginQuestion) => unknown): unknown => {
    try {
      return calls.call(about, respond);
    } catch (error) {
      if (error instanceof RenderError) throw error;
      throw new RenderError(errorMessage(error), { path, code: 'PLUGIN_FAILED', cause: error });
    }
  };
  return {
    traits: Object.fromEntries(
      Object.entries(description.traits).map(([entry, { functions }]) => {
        const renderer: TraitRenderer<unknown> = {
          process: (context) => {
            const about = { function: 'trait.render', entry, args: { context: plainTraitContext(context) } };
            const result = call(about, context.path, traitResponder(context));
            if (isTraitResult(result)) return withGuardedObjects(result, { plugin, entry, ...context });
            throw invalidResult({ plugin, entry, ...context });
          },
          ...(functions.includes('decorate') && {
            decorate: (context) => {
              const result = call({ function: 'trait.decorate', entry, args: { context } }, context.path);
              if (isDecoration(result)) return result;
              throw invalidResult({ plugin, entry, ...context });
            },
          }),
        };
        return [entry, renderer];
      }),
    ),
    componentTypes: Object.fromEntries(
      Object.keys(description.componentTypes).map((entry) => {
        const renderer: ComponentRenderer<Readonly<Record<string, unknown>>> = {
          render: (context) => {
            const { pod: _, ...plain } = context;
            const about = { function: 'type.render', entry, args: { context: plain } };
            const drafts = call(about, context.path, componentResponder(context));
            return guardDrafts(drafts, { plugin, entry, ...context });
          },
        };
        return [entry, renderer];
      }),
    ),
  };
}

function plainTraitContext({ findService: _find, nested: _nested, ...plain }: TraitContext<unknown>) {
  return plain;
}

function traitResponder(context: TraitContext<unknown>) {
  return ({ name, args: [first, second, third] }: PluginQuestion): unknown => {
    if (name === 'findService') return context.findService(String(first));
    if (name !== 'nested' || !isNestedTraits(first)) return undefined;
    return context.nested(first, String(second), isPath(third) ? third : []);
  };
}

function componentResponder(context: ComponentContext<unknown>) {
  return ({ name, args: [request] }: PluginQuestion): unknown =>
    name === 'pod' && isPodRequest(request) ? context.pod(request) : undefined;
}

function isNestedTraits(value: unknown): value is NestedTraits {
  return isRecord(value);
}

function isPath(value: unknown): value is DocumentPath {
  return Array.isArray(value) && value.every((step) => typeof step === 'string' || typeof step === 'number');
}

const podRequest = z.looseObject({
  workload: z.object({
    apiVersion: z.string(),
    kind: z.string(),
    name: z.string(),
    claims: z.enum(['templates', 'none']),
  }),
  container: z.looseObject({
    env: z.record(z.string(), z.string()),
    ports: z.array(z.looseObject({ port: z.number() })),
    command: z.array(z.string()).optional(),
    args: z.array(z.string()).optional(),
  }),
});

function isPodRequest(value: unknown): value is PodRequest {
  return podRequest.safeParse(value).success;
}

const named = z.looseObject({ name: z.string() });
const anyObjects = z.array(z.looseObject({}));
const draft = z.looseObject({
  object: z.looseObject({
    apiVersion: z.string().min(1),
    kind: z.string().min(1),
    metadata: z.looseObject({ name: z.string().min(1), namespace: z.string().optional() }),
  }),
  onExisting: z.enum(['apply', 'keep', 'yield']).optional(),
  onChange: z.enum(['update', 'replace']).optional(),
  naming: z.enum(['generated', 'given', 'alias']).optional(),
});
const texts = z.record(z.string(), z.string());
const traitResult = z.looseObject({
  initContainers: z.array(named).optional(),
  containers: z.array(named).optional(),
  volumes: z.array(named).optional(),
  claimTemplates: z.array(z.looseObject({ metadata: named })).optional(),
  changes: z
    .record(
      z.string(),
      z.looseObject({
        volumeMounts: anyObjects.optional(),
        env: z.array(named).optional(),
        envFrom: anyObjects.optional(),
      }),
    )
    .optional(),
  objects: z.array(draft).optional(),
  pod: z.looseObject({}).optional(),
  serviceAccountName: z.string().optional(),
  automountServiceAccountToken: z.boolean().optional(),
  service: z.looseObject({}).optional(),
  replicas: z.literal('autoscaled').optional(),
});
const decoration = z.object({ labels: texts.optional(), annotations: texts.optional() });

function isTraitResult(value: unknown): value is TraitResult {
  return traitResult.safeParse(value).success;
}

function isDrafts(value: unknown): value is readonly ObjectDraft[] {
  return z.array(draft).safeParse(value).success;
}

function isDecoration(value: unknown): value is Decoration {
  return decoration.safeParse(value).success;
}

/** Where objects of a plug-in come from. */
interface Place {
  readonly plugin: string;
  readonly entry: string;
  readonly namespace: string;
  readonly path: DocumentPath;
}

function withGuardedObjects({ objects, schedule: _, ...result }: TraitResult, place: Place): TraitResult {
  return objects === undefined ? result : { ...result, objects: guardDrafts(objects, place) };
}

/** Objects go to the application's namespace and grant nothing; the framework adds the owner labels. */
export function guardDrafts(drafts: unknown, place: Place): readonly ObjectDraft[] {
  if (!isDrafts(drafts)) throw invalidResult(place);
  return drafts.map(({ object, onExisting, onChange, naming, source }) => {
    const { namespace = place.namespace } = object.metadata;
    const { kind } = object;
    if (!isDeliverable(object)) throw refused(place, pluginMessages.kindRefused({ kind }));
    if (namespace !== place.namespace) throw refused(place, pluginMessages.namespaceRefused({ kind, namespace }));
    return {
      object: { ...object, metadata: { ...object.metadata, namespace } },
      ...(onExisting !== undefined && { onExisting }),
      ...(onChange !== undefined && { onChange }),
      ...(naming !== undefined && { naming }),
      ...(source !== undefined && { source }),
    };
  });
}

function invalidResult(place: Place): RenderError {
  return refused(place, pluginMessages.invalidResult);
}

function refused({ plugin, entry, path }: Place, reason: Message): RenderError {
  return new RenderError(pluginMessages.failed({ plugin, entry, reason }), { path, code: 'PLUGIN_FAILED' });
}
