import { isRecord, ProgrammingError, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { encodeTexts, type Plugin } from '@kubemin/client';
import {
  type AnyStepType,
  builtinJobTypes,
  builtinStepTypes,
  type Fetcher,
  type JobContext,
  type JobResult,
  type JobType,
  objectJob,
  type StepContext,
  type WorkContext,
} from '@kubemin/engine';
import {
  defineCustomResource,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
  type ResourceType,
} from '@kubemin/kubeapi';
import type { DescribedJobType, DescribedStepType } from '@kubemin/plugin/description';
import { pluginRegistryAdditions } from '@kubemin/plugin/entries';
import { type LoadedPlugin, type LoadedPlugins, type PluginState, runInThread } from '@kubemin/plugin/host';
import { LABEL, objectAppId } from '@kubemin/render';
import { builtinStatusSources, type EventSink, type StatusSource } from '@kubemin/server';
import { pluginHostMessages } from '../messages/index.ts';

/** What plug-ins add to the engine and the server, with what is built in. */
export interface PluginEngineParts {
  readonly jobTypes: readonly JobType[];
  readonly stepTypes: readonly AnyStepType[];
  readonly resourceTypes: readonly ResourceType[];
  readonly statusSources: readonly StatusSource[];
  readonly sinks: readonly EventSink[];
}

/** Makes them. Jobs, steps and notifiers of plug-ins run in threads of their own. */
export function pluginEngineParts(plugins: LoadedPlugins, fetcher: Fetcher): PluginEngineParts {
  const { loaded } = plugins;
  const jobs = loaded.flatMap((plugin) =>
    Object.entries(plugin.description.jobTypes).map(([name, type]) => pluginJob(plugins, plugin, name, type)),
  );
  const componentTypes = loaded.flatMap(({ description }) => Object.keys(description.componentTypes));
  return {
    jobTypes: [...builtinJobTypes, ...jobs.map(({ type }) => type)],
    resourceTypes: jobs.map(({ resource }) => resource),
    stepTypes: [
      ...builtinStepTypes,
      ...loaded.flatMap((plugin) =>
        Object.entries(plugin.description.stepTypes).map(([name, type]) => pluginStep(plugins, plugin, name, type)),
      ),
    ],
    // Whatever kind of workload a type renders, its state is read as that of the built-in types.
    statusSources: builtinStatusSources.map((source) => ({
      ...source,
      componentTypes: [...source.componentTypes, ...componentTypes],
    })),
    sinks: loaded.flatMap((plugin) =>
      Object.keys(plugin.description.notifiers).map((name) => pluginSink(plugins, plugin, name, fetcher)),
    ),
  };
}

/** A plug-in as the REST API lists it. */
export function describePluginState(state: PluginState): Plugin {
  const { source } = state;
  if (state.kind === 'failed') {
    const { reason: message } = state;
    const adds = { traits: [], componentTypes: [], jobTypes: [], stepTypes: [], gateways: [], notifiers: [] };
    return { source, state: 'failed', message: message.message, ...encodeTexts({ message }), adds };
  }
  const { name, version, contract, ...lists } = state.description;
  return {
    name,
    version,
    contract,
    source,
    state: 'loaded',
    adds: {
      traits: Object.keys(lists.traits),
      componentTypes: Object.keys(lists.componentTypes),
      jobTypes: Object.keys(lists.jobTypes),
      stepTypes: Object.keys(lists.stepTypes),
      gateways: Object.keys(lists.gateways),
      notifiers: Object.keys(lists.notifiers),
    },
    description: { ...state.description },
  };
}

function pluginJob(plugins: LoadedPlugins, plugin: LoadedPlugin, name: string, described: DescribedJobType) {
  const { apiVersion, kind, plural } = described.resource;
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  const resource = defineCustomResource({ group, version, kind, plural });
  const { priority, prune = 'run', timeoutMs, functions } = described;
  const plain = objectJob({
    name,
    kind,
    priority,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(prune !== 'never' && { prune: { resource, after: prune } }),
  });
  if (!functions.includes('run')) return { resource, type: plain };
  const run = async (context: JobContext): Promise<JobResult> => {
    const { object } = context.rendered;
    const namespace = object.metadata.namespace ?? '';
    const deliver = async (): Promise<string> => deliveryText(await plain.run(context));
    const args = { ...plainContext(context, namespace), object };
    return toResult(
      await runJob(plugins, plugin, { context, namespace, call: ['job.run', name, args], more: { deliver } }),
    );
  };
  return { resource, type: { ...plain, run } };
}

function deliveryText(result: JobResult | string | undefined): string {
  const message = typeof result === 'string' ? result : (result?.message ?? '');
  return typeof message === 'string' ? message : message.message;
}

function pluginStep(
  plugins: LoadedPlugins,
  plugin: LoadedPlugin,
  name: string,
  described: DescribedStepType,
): AnyStepType {
  const declaration = pluginRegistryAdditions(plugin.description, plugin.thread).jobTypes?.[name];
  if (declaration === undefined) throw new ProgrammingError(`no step type ${name}`, 'PLUGIN_ENTRY_UNKNOWN');
  const { priority = 10, retries = 'transient', timeoutMs } = described;
  return {
    name,
    declaration,
    priority,
    retries,
    isolation: 'engine',
    ...(timeoutMs !== undefined && { timeoutMs }),
    run: async (context: StepContext) => {
      const { namespace } = context.application;
      const { step, components, properties, application } = context;
      const args = { ...plainContext(context, namespace), step, components, properties, application };
      return toResult(await runJob(plugins, plugin, { context, namespace, call: ['step.run', name, args] }));
    },
  };
}

function pluginSink(plugins: LoadedPlugins, plugin: LoadedPlugin, entry: string, fetcher: Fetcher): EventSink {
  const { module, description } = plugin;
  return {
    name: `plugin-${entry}`,
    deliver: async (events, signal) => {
      const call = { function: 'notifier.deliver', entry, args: { events } };
      const requests = { fetch: (request: unknown) => fetcher(fetchRequest(request, signal)) };
      await runInThread({ plugin: description.name, module, call, signal, requests }, plugins.options);
    },
  };
}

interface JobRun {
  readonly context: WorkContext;
  readonly namespace: string;
  readonly call: readonly [name: string, entry: string, args: Readonly<Record<string, unknown>>];
  readonly more?: Readonly<Record<string, () => Promise<unknown>>>;
}

async function runJob(
  plugins: LoadedPlugins,
  { module, description }: LoadedPlugin,
  { context, namespace, call: [name, entry, args], more }: JobRun,
): Promise<unknown> {
  const gate = new WriteGate(context);
  const { signal, fetcher } = context;
  try {
    return await runInThread(
      {
        plugin: description.name,
        module,
        call: { function: name, entry, args },
        signal,
        requests: {
          ...more,
          report: (text) => context.report(String(text)),
          fetch: (request) => fetcher(fetchRequest(request, signal)),
          get: (kind, objectName) => findOwnObject(context, namespace, kind, String(objectName)),
          list: (kind) => listOwnObjects(context, namespace, kind),
          writeBegin: () => gate.begin(),
          writeEnd: async () => gate.end(),
        },
      },
      { ...plugins.options, clock: context.clock, logger: context.logger },
    );
  } finally {
    gate.endAll();
  }
}

/** A write that the thread performs: the gate of the run is held from its begin to its end. */
class WriteGate {
  readonly #context: Pick<WorkContext, 'write'>;
  readonly #open: PromiseWithResolvers<void>[] = [];

  constructor(context: Pick<WorkContext, 'write'>) {
    this.#context = context;
  }

  begin(): Promise<void> {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const held = this.#context.write(async () => {
      this.#open.push(end);
      begun.resolve();
      await end.promise;
    });
    held.catch(begun.reject);
    return begun.promise;
  }

  end(): void {
    this.#open.pop()?.resolve();
  }

  endAll(): void {
    while (this.#open.length > 0) this.end();
  }
}

function plainContext({ job, appId }: WorkContext, namespace: string) {
  return { job: { id: job.id, taskId: job.taskId }, appId, namespace };
}

function fetchRequest(request: unknown, signal: AbortSignal) {
  const { url, method, headers, body } = isRecord(request) ? request : {};
  const texts = Object.entries(isRecord(headers) ? headers : {}).map(([name, value]) => [name, String(value)]);
  return {
    url: String(url),
    headers: Object.fromEntries(texts),
    signal,
    ...(typeof method === 'string' && { method }),
    ...(typeof body === 'string' && { body }),
  };
}

/** Plug-ins read the objects of the application they run for, and no others: those may hold what is not for it. */
async function findOwnObject(context: WorkContext, namespace: string, kind: unknown, name: string) {
  const { appId, signal } = context;
  const object = await ownResource(context, namespace, kind).find(name, { signal });
  return object !== undefined && objectAppId(object) === appId ? object : undefined;
}

async function listOwnObjects(context: WorkContext, namespace: string, kind: unknown): Promise<readonly KubeObject[]> {
  const { appId, signal } = context;
  const { items } = await ownResource(context, namespace, kind).list({
    labelSelector: `${LABEL.appId}=${appId}`,
    signal,
  });
  return items;
}

function ownResource({ client }: WorkContext, namespace: string, asked: unknown) {
  const { apiVersion, kind } = isRecord(asked) ? asked : {};
  const type = client.findBuiltInType({ apiVersion: String(apiVersion), kind: String(kind) });
  if (type?.namespaced) return client.resource(type, namespace);
  const message = pluginHostMessages.kindUnknown({ apiVersion: String(apiVersion), kind: String(kind) });
  throw new TerminalError(message, { code: 'KIND_UNKNOWN' });
}

function toResult(value: unknown): JobResult {
  if (!isRecord(value)) return {};
  const { message, skipped, values } = value;
  return {
    ...(typeof message === 'string' && { message: verbatim(message) }),
    ...(skipped === true && { skipped }),
    ...(isRecord(values) && { values: jsonObject(values) }),
  };
}

/** Without what JSON does not have; such values cannot be stored. */
function jsonObject(value: object): JsonObject {
  const json: JsonValue = JSON.parse(JSON.stringify(value));
  return isJsonObject(json) ? json : {};
}
