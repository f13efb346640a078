import { dirname, join } from 'node:path';
import {
  type Clock,
  Disposables,
  type Logger,
  MetricRegistry,
  type Random,
  RetryableError,
  randomId,
  type SpanSink,
} from '@kubemin/base';
import type { ConnectionGuard } from '@kubemin/base/connections';
import { findDiskProblem, nameFileOnFullDisk, processMetrics } from '@kubemin/base/machine';
import { createEngine, systemPrograms } from '@kubemin/engine';
import type { KubeClient } from '@kubemin/kube';
import { builtinRenderRegistry, createRenderer, type DocumentRenderer } from '@kubemin/render';
import {
  addBuildInfo,
  createClusterRegistry,
  createPlatformServer,
  createProjectBindings,
  type ReadinessCheck,
  RequestTracing,
  RunMetrics,
  RunSpans,
} from '@kubemin/server';
import { KeyCheck, type KeyedVault, openDatabase, statementMetrics } from '@kubemin/sql';
import type { DataDirectory } from '../connection/index.ts';
import { platformModel } from '../documents/index.ts';
import {
  engineSettingsFrom,
  eventSinksFrom,
  fetcherFrom,
  pluginSettings,
  queueFrom,
  renderSettingsFrom,
  type SettingValues,
  serverSettings,
  serverSettingsFrom,
} from '../settings/index.ts';
import { type ProcessEnvironment, VERSION } from '../terminal/index.ts';
import { clusterDial } from './cluster-dial.ts';
import { logDataLoss, withDamageAdvice } from './damaged-data.ts';
import type { Leadership } from './leadership.ts';
import type { PlatformDatabase } from './platform-database.ts';
import { listenOnFree, type PortChoice } from './port-advice.ts';
import { recordStoredFiles, requireStoredFiles } from './stored-files.ts';

/** `program`, `cwd` and `env` are for plug-ins: what starts their threads, where they are, and their variables. */
export interface PlatformPlaneOptions extends Pick<ProcessEnvironment, 'program' | 'cwd' | 'env'> {
  readonly values: SettingValues;
  /** The caller holds the lock of an exclusive database. */
  readonly database: PlatformDatabase;
  readonly vault: KeyedVault;
  /** The target cluster, embedded or not: the platform makes no difference. */
  readonly client: KubeClient;
  /** Where hosts of ingresses of that cluster are served. @default at their own address */
  readonly ingress?: string | undefined;
  /** Where functions of that cluster are called, once it is known. @default they cannot be called through the platform */
  readonly functionGateway?: () => string | undefined;
  /** Where in that cluster the platform itself runs. @default nowhere */
  readonly ownNamespaces?: readonly string[];
  readonly adminToken: string;
  /** Directories in which steps find programs such as `ssh`, as PATH has them. */
  readonly programPath: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly leadership: Leadership;
  /** Of all ports of this process. */
  readonly guard: ConnectionGuard;
  /** Lets the next free port take the place of one that is taken, and reports that. @default a taken port is an error */
  readonly onPortTaken?: PortChoice['onTaken'];
  /** Further content of `/metrics`. @default nothing */
  readonly metrics?: MetricRegistry;
}

/** The platform, running: engine at work, REST API on its port. */
export interface PlatformPlane {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts it on a database that belongs to a data directory: one that is damaged or gone is refused with what to do. */
export async function startKeptPlatform(
  directory: DataDirectory,
  options: PlatformPlaneOptions,
): Promise<PlatformPlane> {
  const { database, values } = options;
  if (database.kind === 'shared') return startPlatformPlane(directory, options);
  const platform = await withDamageAdvice(directory, async () => {
    const acceptDataLoss = values.get(serverSettings.acceptDataLoss);
    requireStoredFiles(directory, database.file, { acceptDataLoss, logger: options.logger });
    return nameFileOnFullDisk(database.file, () => startPlatformPlane(directory, options));
  });
  await recordStoredFiles(directory, database.file);
  return platform;
}

async function startPlatformPlane(directory: DataDirectory, options: PlatformPlaneOptions): Promise<PlatformPlane> {
  const { values, vault, client, clock, random, leadership } = options;
  const alone = options.database.kind === 'exclusive';
  const logger = options.logger.child({ part: 'platform' });
  const open = new Disposables();
  try {
    const metrics = platformMetrics(options.metrics);
    for (const metric of options.guard.metrics()) metrics.add(metric);
    const tracing = await openTracing(values, { ...options, logger }, open);
    const database = await openDatabase(options.database.url, {
      clock,
      random,
      onQuery: statementMetrics(metrics),
      file: { acceptDataLoss: values.get(serverSettings.acceptDataLoss), onDataLoss: logDataLoss(logger) },
    });
    open.add(() => database.close());
    await KeyCheck.pass(database, vault, clock);
    const clusters = await createClusterRegistry({ database, vault, clock, dial: clusterDial(values, options) });
    open.add(() => clusters.close());
    const extension = await openExtension(values, { ...options, logger }, open);
    const engine = await createEngine({
      ...extension.engine,
      database,
      vault,
      client,
      clusters,
      tenancy: await createProjectBindings({ database, clock }),
      renderer: extension.renderer,
      clock,
      random,
      logger,
      // A name that is given stays the same over restarts; claims of an earlier start must not look like our own.
      executorId: [values.get(serverSettings.id) ?? [], randomId(random)].flat().join('-'),
      // The process with the lock of a file is its only executor: claims of earlier processes are void.
      settings: { ...engineSettingsFrom(values, options.ownNamespaces), takeOver: alone ? 'all' : 'dead' },
      queue: queueFrom(values),
      fetcher: fetcherFrom(values),
      programs: systemPrograms({ path: options.programPath, temporary: directory.temporary }),
      observers: [new RunMetrics(metrics), ...(tracing === undefined ? [] : [new RunSpans(tracing.sink)])],
      ...(tracing !== undefined && { trace: () => tracing.requests.traceparent }),
      // A single instance is always the leader.
      ...(!alone && { onLeadershipLost: leadership.lost }),
    });
    await engine.start();
    open.add(() => engine.stop());
    const server = await createPlatformServer({
      ...extension.server,
      sinks: [...eventSinksFrom(values, clock), ...extension.sinks],
      database,
      vault,
      engine,
      model: extension.model,
      client,
      ...(options.ingress !== undefined && { ingress: options.ingress }),
      ...(options.functionGateway !== undefined && { functionGateway: options.functionGateway }),
      clusters,
      clock,
      random,
      logger,
      tokens: [{ user: 'admin', token: options.adminToken }],
      metrics,
      ...(tracing !== undefined && { tracing: tracing.requests }),
      checks: options.database.kind === 'exclusive' ? [diskCheck(dirname(options.database.file))] : [],
      settings: serverSettingsFrom(values),
      version: VERSION,
      guard: options.guard,
      consoleDirectory: consoleDirectory(options),
    });
    open.add(() => server.close());
    const { host, port } = values.get(serverSettings.bindAddr);
    const { url } = await listenOnFree(
      { port: values.get(serverSettings.port) ?? port, onTaken: options.onPortTaken },
      (port) => server.listen({ host, port }),
    );
    return { url, close: () => open.dispose() };
  } catch (error) {
    await open.dispose();
    throw error;
  }
}

/** The build writes the console beside the bundle; sources use the one of their checkout. */
function consoleDirectory({ program }: Pick<PlatformPlaneOptions, 'program'>): string {
  const entry = program.at(-1) ?? '';
  const directory = dirname(entry);
  return entry.endsWith('.mjs') ? join(directory, 'console') : join(directory, '..', '..', '..', 'dist', 'console');
}

/** What plug-ins make of the platform; where there are none, nothing of them is even loaded. */
async function openExtension(
  values: SettingValues,
  options: Pick<PlatformPlaneOptions, 'program' | 'cwd' | 'env' | 'clock' | 'logger'>,
  open: Disposables,
) {
  const sources = values.get(pluginSettings.sources);
  if (sources.length === 0) {
    const renderer: DocumentRenderer = createRenderer(builtinRenderRegistry, renderSettingsFrom(values));
    return { model: platformModel(), renderer, engine: {}, server: {}, sinks: [] };
  }
  const { describePluginState, documentTools, openPlugins, pluginEngineParts } = await import('../plugins/index.ts');
  const { clock, logger } = options;
  const limits = {
    heapMegabytes: values.get(pluginSettings.memory),
    stallMs: values.get(pluginSettings.stallTimeout),
  };
  const plugins = await openPlugins(options, { sources, limits, clock, logger });
  open.add(async () => plugins.close());
  const { jobTypes, stepTypes, resourceTypes, statusSources, sinks } = pluginEngineParts(plugins, fetcherFrom(values));
  return {
    ...documentTools(plugins, { gateway: values.get(pluginSettings.gateway), settings: renderSettingsFrom(values) }),
    engine: { jobTypes, stepTypes, resourceTypes },
    server: { statusSources, plugins: () => plugins.states.map(describePluginState) },
    sinks,
  };
}

function diskCheck(directory: string): ReadinessCheck {
  return {
    name: 'disk',
    check: async () => {
      const problem = findDiskProblem(directory);
      if (problem !== undefined) throw new RetryableError(problem, { code: 'DISK_FULL' });
    },
  };
}

/** The registry with metrics of this process and its version added. */
function platformMetrics(registry = new MetricRegistry()): MetricRegistry {
  addBuildInfo(registry, VERSION);
  for (const metric of processMetrics()) registry.add(metric);
  return registry;
}

/** Traces on their way to a collector. */
interface Tracing {
  readonly sink: SpanSink;
  readonly requests: RequestTracing;
}

/** Begins to trace where the settings name a collector; otherwise nothing of it is even loaded. */
async function openTracing(
  values: SettingValues,
  common: { readonly clock: Clock; readonly random: Random; readonly logger: Logger },
  open: Disposables,
): Promise<Tracing | undefined> {
  const endpoint = values.get(serverSettings.otlpEndpoint);
  if (endpoint === undefined) return undefined;
  const { clock, random, logger } = common;
  const { OtlpExporter } = await import('@kubemin/base/otlp');
  const sink = new OtlpExporter({ endpoint, source: { name: 'kubemin', version: VERSION }, clock, random, logger });
  open.add(() => sink.close());
  return { sink, requests: new RequestTracing({ sink, clock, random }) };
}
