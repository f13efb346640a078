import {
  type Clock,
  type Logger,
  type MetricRegistry,
  type Random,
  RetryableError,
  type SpanSink,
  silentLogger,
  systemClock,
  systemRandom,
  type Vault,
} from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { KeyRing, newSecretKey } from '@kubemin/base/vault';
import { createPlatformClient, type ErrorBody, errorBodySchema, type PlatformClient } from '@kubemin/client';
import {
  builtinJobTypes,
  builtinStepTypes,
  createEngine,
  type Engine,
  type EngineSettings,
  type Fetcher,
  type JobContext,
  type JobType,
} from '@kubemin/engine';
import { createKubeClient, type KubeClient } from '@kubemin/kube';
import { type ApiRequest, notFound } from '@kubemin/kubeapi';
import { builtinRenderRegistry, createRenderer } from '@kubemin/render';
import type { SqlDatabase } from '@kubemin/sql';
import type { TestDatabase } from '@kubemin/testing/vitest';
import { onTestFinished } from 'vitest';
import { type ClusterRegistry, createClusterRegistry } from '../clusters/cluster-registry.ts';
import { RunMetrics } from '../metrics/run-metrics.ts';
import { RequestTracing } from '../metrics/tracing/request-tracing.ts';
import { RunSpans } from '../metrics/tracing/run-spans.ts';
import { createPlatformServer, type PlatformServer, type PlatformServerSettings } from '../platform-server.ts';
import { createProjectBindings } from '../projects/project-bindings.ts';
import type { EventSink } from '../runs/publication/event-sink.ts';
import { createPlatformSqlite } from './platform-sqlite.ts';
import { testModel } from './test-model.ts';
import { watchResponses } from './watch-responses.ts';

export const TOKEN = 'test-token';

export interface TestPlatformOptions {
  /** @default a cluster that cannot be reached */
  readonly kube?: KubeClient;
  /**
   * What each job does. @default nothing; `real`: delivers to the cluster; `delivery`: the same without waiting for what
   * comes of it, and steps of other types do nothing
   */
  readonly jobs?: 'real' | 'delivery' | ((context: JobContext) => Promise<void>);
  readonly settings?: PlatformServerSettings;
  /** Where hosts of ingresses of the cluster are served. @default at their own address */
  readonly ingress?: string;
  /** The server's own randomness. @default the system's */
  readonly random?: Random;
  /** @default a SQLite file */
  readonly place?: TestDatabase;
  /** Where server and engine count. */
  readonly metrics?: MetricRegistry;
  readonly engine?: Partial<EngineSettings>;
  /** @default one of its own; instances that share a database share theirs */
  readonly vault?: Vault;
  /** The engine as the server meets it, for tests of what happens when it fails. @default the engine */
  readonly meetEngine?: (engine: Engine) => Engine;
  /** How steps reach the world outside. @default one that refuses private addresses */
  readonly fetcher?: Fetcher;
  readonly sinks?: readonly EventSink[];
  /** A built console. @default none */
  readonly consoleDirectory?: string;
  /** Where spans of requests, runs and jobs go. @default nothing is traced */
  readonly spans?: SpanSink;
  /** @default no listener */
  readonly logger?: Logger;
  /** The server's own clock; the engine's is always the system's. */
  readonly clock?: Clock;
  /** One response in so many is checked against the API description. @default 1 */
  readonly checkOneResponseIn?: number;
}

/** A whole platform on a free port: real server, engine, model, renderer and database. */
export interface TestPlatform {
  readonly url: string;
  readonly port: number;
  readonly client: PlatformClient;
  readonly engine: Engine;
  readonly database: SqlDatabase;
  readonly vault: Vault;
  readonly clusters: ClusterRegistry;
  readonly server: PlatformServer;
  /** Sends any request, with the token unless another is given. */
  send(
    method: string,
    path: string,
    init?: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response>;
}

/** Starts a platform that is closed and removed when the test ends. */
export async function startTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const { kube = createKubeClient(unreachableCluster), jobs = async () => undefined, clock = systemClock } = options;
  const place = options.place ?? (await createPlatformSqlite());
  const responses = watchResponses(options.checkOneResponseIn);
  const database = await place.open();
  const vault = options.vault ?? new KeyRing([newSecretKey(systemRandom)], { random: systemRandom, where: 'the test' });
  const { logger = silentLogger } = options;
  const tracing = options.spans && new RequestTracing({ sink: options.spans, clock, random: systemRandom });
  const common = { database, vault, client: kube, random: systemRandom, logger };
  const clusters = await createClusterRegistry({ database, vault, clock: systemClock });
  onTestFinished(() => clusters.close());
  const engine = await createEngine({
    ...common,
    clusters,
    tenancy: await createProjectBindings({ database, clock: systemClock }),
    clock: systemClock,
    renderer: createRenderer(builtinRenderRegistry),
    executorId: `test-${crypto.randomUUID()}`,
    settings: { restrictUses: true, ...options.engine },
    observers: [
      ...(options.metrics ? [new RunMetrics(options.metrics)] : []),
      ...(options.spans ? [new RunSpans(options.spans)] : []),
    ],
    ...(tracing !== undefined && { trace: () => tracing.traceparent }),
    ...(options.fetcher && { fetcher: options.fetcher }),
    ...(typeof jobs === 'function' && { jobTypes: clusterlessJobTypes(jobs) }),
    ...(jobs === 'delivery' && { jobTypes: UNWAITING_JOB_TYPES, stepTypes: IDLE_STEP_TYPES }),
  });
  await engine.start();
  onTestFinished(() => engine.stop());
  const server = await createPlatformServer({
    ...common,
    ...(options.random && { random: options.random }),
    clusters,
    clock,
    engine: options.meetEngine?.(engine) ?? engine,
    model: testModel,
    tokens: [{ token: TOKEN, user: 'tester' }],
    ...(options.metrics && { metrics: options.metrics }),
    ...(tracing !== undefined && { tracing }),
    ...(options.sinks && { sinks: options.sinks }),
    ...(options.settings && { settings: options.settings }),
    ...(options.ingress !== undefined && { ingress: options.ingress }),
    ...(options.consoleDirectory !== undefined && { consoleDirectory: options.consoleDirectory }),
  });
  onTestFinished(() => server.close());
  const { url, port } = await server.listen({ host: '127.0.0.1', port: 0 });
  responses.watch(port);
  return {
    url,
    port,
    client: createPlatformClient({ url, token: TOKEN }),
    engine,
    database,
    vault,
    clusters,
    server,
    send: (method, path, { body, headers } = {}) =>
      fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, ...headers },
        ...(body !== undefined && { body }),
      }),
  };
}

/** The error body of a response, which must keep the contract. */
export async function readError(response: Response): Promise<ErrorBody & { readonly status: number }> {
  return { status: response.status, ...errorBodySchema.strict().parse(await response.json()) };
}

/** Jobs of these tests deliver nothing, so that only the owners of short names are looked up: no application has them. */
function unreachableCluster({ method, path }: ApiRequest): Promise<never> {
  if (method === 'GET' && /\/namespaces\/[^/]+\/services\/[^/]+$/.test(path)) {
    return Promise.reject(notFound({ plural: 'services', group: '' }, path.slice(path.lastIndexOf('/') + 1)));
  }
  return Promise.reject(new RetryableError(verbatim('this test has no cluster'), { code: 'KUBE_UNREACHABLE' }));
}

const UNWAITING_JOB_TYPES: readonly JobType[] = builtinJobTypes.map((type) => ({
  ...type,
  run: async (context) => (await type.dryRun?.(context))?.message,
}));

const IDLE_STEP_TYPES = builtinStepTypes.map((type) => ({ ...type, run: async () => ({}) }));

function clusterlessJobTypes(work: (context: JobContext) => Promise<void>): readonly JobType[] {
  const run: JobType['run'] = async (context) => {
    await work(context);
    return undefined;
  };
  return [
    { name: 'data', kinds: ['ConfigMap', 'Secret'], priority: 0, run },
    { name: 'workload', kinds: ['Deployment', 'StatefulSet', 'Job'], priority: 10, run },
    { name: 'service', kinds: ['Service'], priority: 20, run },
  ];
}
