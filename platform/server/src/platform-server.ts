import { type Clock, type Logger, listenError, MetricRegistry, type Random, type Vault } from '@kubemin/base';
import type { ConnectionGuard } from '@kubemin/base/connections';
import type { Plugin } from '@kubemin/client';
import { DEFAULT_ENGINE_SETTINGS, type Engine } from '@kubemin/engine';
import type { KubeClient } from '@kubemin/kube';
import { DEFAULT_CLUSTER, type DocumentReader } from '@kubemin/model';
import type { SqlDatabase } from '@kubemin/sql';
import type { FastifyInstance } from 'fastify';
import {
  type AccessToken,
  ApplicationProjects,
  AUDIT_MIGRATIONS,
  AuditRows,
  AuditService,
  type AuditTables,
  AuditTrail,
  bearerAuthentication,
  openAccounts,
  type RateLimit,
  RateLimiter,
  RequestAuthorizer,
} from './accounts/index.ts';
import {
  type ApplicationRow,
  IdempotentRequests,
  LIVE_MIGRATIONS,
  PROFILE_MIGRATIONS,
  PROJECT_MIGRATIONS,
  REQUEST_MIGRATIONS,
  type RequestTables,
  type ServerTables,
} from './api/index.ts';
import {
  ApplicationHealths,
  ApplicationSaver,
  ApplicationService,
  Deletions,
  LiveWorkloads,
  openLiveFeed,
  ProfileService,
  RefusedRevisions,
  ResourceUseChecker,
  RevisionRows,
  SERVER_MIGRATIONS,
  ServedRevisions,
  TransferService,
} from './applications/index.ts';
import {
  ClusterMonitor,
  type ClusterRegistry,
  ClusterService,
  ClusterUse,
  DiscoveryService,
  InventoryService,
  NodeService,
  ObjectService,
} from './clusters/index.ts';
import { FunctionService } from './functions/index.ts';
import { bindHandlers } from './handlers.ts';
import {
  type CorsSettings,
  consolePages,
  createHttpApp,
  DescriptionService,
  gracefulClose,
  WebSockets,
} from './http/index.ts';
import {
  builtinStatusSources,
  ClusterStatusSyncs,
  ComponentRows,
  LiveService,
  type StatusSource,
} from './live/index.ts';
import {
  databaseCheck,
  HealthService,
  kubeCheck,
  type MetricsAccess,
  type ReadinessCheck,
  type RequestTracing,
  runRetention,
  serverMetrics,
  serverRetention,
} from './metrics/index.ts';
import {
  ApplicationPods,
  KEPT_LOG_MIGRATIONS,
  KeptLogRows,
  type KeptLogTables,
  LogKeeper,
  LogService,
  PodService,
  SessionService,
  StreamLimit,
} from './pods/index.ts';
import { ProjectRows, ProjectService } from './projects/index.ts';
import {
  type EventSink,
  OperationService,
  openPublication,
  PlanService,
  RevisionService,
  RunService,
  RunWaiters,
  recordCallbackEvents,
  VersionService,
  WorkflowService,
} from './runs/index.ts';

const DAY_MS = 24 * 3_600_000;

/** How the server behaves; every value has a default. */
export interface PlatformServerSettings {
  /** @default 8 MiB */
  readonly bodyLimitBytes?: number;
  /** How often a quiet event stream shows that it lives. Clients give up after 45 s of silence. @default 15 s */
  readonly heartbeatMs?: number;
  /** How long running requests may take to finish when the server closes. @default 10 s */
  readonly closeGraceMs?: number;
  /** How often one token may ask. @default 5,000 a second, 20,000 at once */
  readonly requests?: RateLimit;
  /** How often one address may come with tokens that open nothing. @default 5 a second, 100 at once */
  readonly failedAuthentications?: RateLimit;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. @default none */
  readonly trustedProxies?: readonly string[];
  /** Which web pages of other origins may use the API. @default none */
  readonly cors?: CorsSettings;
  /** How long it is known who did what. @default a year */
  readonly keepAuditForMs?: number;
  /** How long tokens that have ended are listed. @default 30 days */
  readonly keepTokensForMs?: number;
  /** How often the leader looks for what need not be kept any more. @default an hour */
  readonly retentionIntervalMs?: number;
  /** How long requests with an Idempotency-Key are remembered. @default 24 h */
  readonly idempotencyMs?: number;
  /** How often each cluster is checked. @default 10 s */
  readonly clusterCheckMs?: number;
  /** How long an object that pods refer to may be missing before their component counts as failed. @default as for runs */
  readonly missingGraceMs?: number;
  /** A session of exec, attach or port-forward without data for this long is closed. @default 15 min */
  readonly execIdleMs?: number;
  /** How many of them may be open at once. @default 200 */
  readonly execSessionsMax?: number;
  /** How many of them one user may have. @default 50 */
  readonly execSessionsPerUser?: number;
  /** Images that may be used for debugging, or their beginnings followed by `*`. @default all */
  readonly debugImages?: readonly string[];
  /** How many logs and events of clusters may be followed at once. @default 500 */
  readonly followersMax?: number;
  /** How many requests may wait for the end of a run at once. @default 100 */
  readonly waitersMax?: number;
  /** How long such a request may wait. @default 2 min */
  readonly waitMaxMs?: number;
  /** How often one caller may send such a request. @default 20 a second, 200 at once */
  readonly waits?: RateLimit;
  /** How long logs of pods that are gone are kept; 0: none are. @default 7 days */
  readonly keepLogsForMs?: number;
  /** Of the logs of one application, as stored, in bytes. @default 10 MiB */
  readonly keepLogsBytes?: number;
  /** The newest part of each log, in characters. @default 256 Ki */
  readonly keepLogCharacters?: number;
  /** Who may ask for `/metrics`. @default public */
  readonly metricsAccess?: MetricsAccess;
}

export interface PlatformServerOptions {
  readonly database: SqlDatabase;
  /** Seals what users may have put secrets into before it is stored. */
  readonly vault: Vault;
  /** What else must be well for the server to be ready. @default nothing */
  readonly checks?: readonly ReadinessCheck[];
  /** Started and stopped by its creator. */
  readonly engine: Engine;
  readonly model: DocumentReader;
  /** What extends the model and the engine, for clients to list. @default none */
  readonly plugins?: () => readonly Plugin[];
  /** Of the default cluster. */
  readonly client: KubeClient;
  /** Where hosts of ingresses of the default cluster are served. @default at their own address */
  readonly ingress?: string;
  /** Where functions of the default cluster are called: a URL without a path. @default they cannot be called here */
  readonly functionGateway?: () => string | undefined;
  /** The others; the engine delivers to the same. Closed by its creator. */
  readonly clusters: ClusterRegistry;
  readonly tokens: readonly AccessToken[];
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** @default those of the built-in component types */
  readonly statusSources?: readonly StatusSource[];
  /** Where the server registers its metrics; exposed at `/metrics` with those of others. */
  readonly metrics?: MetricRegistry;
  /** @default requests are not traced */
  readonly tracing?: RequestTracing;
  /** Where the transitions of runs are published to. @default nowhere */
  readonly sinks?: readonly EventSink[];
  readonly settings?: PlatformServerSettings;
  /** Shared by all ports of the process. @default connections are not bounded */
  readonly guard?: ConnectionGuard;
  /** Of the program the server runs in, for clients to compare with their own. @default none */
  readonly version?: string;
  /** Where the files of the web console are. @default its pages state how to build it */
  readonly consoleDirectory?: string;
}

/** The platform's HTTP server. */
export interface PlatformServer {
  /** Begins to listen; port 0 takes any free one. Rejects with a ListenError. */
  listen(address: {
    readonly host: string;
    readonly port: number;
  }): Promise<{ readonly port: number; readonly url: string }>;
  /** Ends event streams, finishes running requests and stops. Closing twice is fine. */
  close(): Promise<void>;
}

/** Brings the tables up to date, starts watching components and makes a server that is ready to listen. */
export async function createPlatformServer(options: PlatformServerOptions): Promise<PlatformServer> {
  const { engine, vault, model, client, clock, random, settings = {} } = options;
  const logger = options.logger.child({ part: 'server' });
  await options.database.withTables('live', LIVE_MIGRATIONS);
  const database = await options.database.withTables<ServerTables>('server', SERVER_MIGRATIONS);
  await options.database.withTables('profiles', PROFILE_MIGRATIONS);
  await options.database.withTables('projects', PROJECT_MIGRATIONS);
  const sources = options.statusSources ?? builtinStatusSources;
  const registry = options.clusters;
  const statusSync = new ClusterStatusSyncs({
    database,
    client,
    clusters: registry,
    runs: engine,
    sources,
    missingGraceMs: settings.missingGraceMs ?? DEFAULT_ENGINE_SETTINGS.missingGraceMs,
    clock,
    random,
    logger,
  });
  const keptLogs = new KeptLogRows(
    await options.database.withTables<KeptLogTables>('logs', KEPT_LOG_MIGRATIONS),
    vault,
  );
  const { keepLogsForMs = 7 * DAY_MS } = settings;
  const logKeeper = new LogKeeper({
    ...{ database, rows: keptLogs, client, clusters: registry, clock, random, logger },
    leads: () => keepLogsForMs > 0 && engine.status().leads,
    logCharacters: settings.keepLogCharacters ?? 256 * 1024,
    applicationBytes: settings.keepLogsBytes ?? 10 * 1024 * 1024,
  });
  const monitor = new ClusterMonitor({
    registry,
    client,
    clock,
    logger,
    everyMs: settings.clusterCheckMs ?? 10_000,
    seen: async (registered) => {
      await Promise.all([statusSync.follow(registered), logKeeper.follow(registered)]);
    },
  });
  const use = new ClusterUse(database.capabilities);
  const clusters = new ClusterService({
    database,
    registry,
    monitor,
    use,
    boundProjects: (cluster, query) => new ProjectRows(query).boundTo(cluster),
    client,
    clock,
    gateway: (cluster) => engine.gateway(cluster),
    ingress: options.ingress,
  });
  const deletions = new Deletions({ database, engine, clock });
  const onSaved = ({ id, cluster }: ApplicationRow): void => {
    statusSync.refresh(id);
    // It may be the first one there.
    if (cluster !== DEFAULT_CLUSTER) monitor.nudge();
  };
  const failures = new RateLimiter(settings.failedAuthentications ?? { perSecond: 5, burst: 100 }, clock);
  const { tokens } = options;
  const accounts = await openAccounts({ database: options.database, tokens, clock, random, logger, failures });
  const judge = new ResourceUseChecker({ engine, vault, administrators: () => accounts.users.administrators() });
  const saver = new ApplicationSaver({ database, vault, model, clusters: use, judge, clock, random });
  const served = new ServedRevisions({
    components: new ComponentRows(database.query),
    revisions: new RevisionRows(database.query, vault),
    engine,
    live: new LiveWorkloads({ clusters, sources, logger }),
  });
  const refusals = new RefusedRevisions({ database, vault, engine, served, saver, onSaved, logger });
  const applications = new ApplicationService({
    database,
    vault,
    deletions,
    refusals,
    served,
    healths: new ApplicationHealths(database, engine),
    clusters: use,
    model,
    saver,
    onSaved,
  });
  const waiters = new RunWaiters({
    engine,
    clock,
    logger,
    bounds: {
      most: settings.waitersMax ?? 100,
      longestMs: settings.waitMaxMs ?? 120_000,
      perCaller: settings.waits ?? { perSecond: 20, burst: 200 },
    },
  });
  const operations = new OperationService({ engine, applications, deletions, waiters });
  const plans = new PlanService({ engine, applications, operations });
  const revisions = new RevisionService({ database, vault, engine, model, applications });
  const { sinks = [] } = options;
  const publication = await openPublication({ sinks, database: options.database, engine, clock, random, logger });
  const health = new HealthService({
    checks: [databaseCheck(options.database), kubeCheck(client), ...(options.checks ?? [])],
    engine: options.engine,
    clusters: monitor,
    publication,
    clock,
    version: options.version,
  });
  const followers = new StreamLimit({ most: settings.followersMax ?? 500, setting: '--followers-max' });
  const applicationPods = new ApplicationPods({ database, clusters, clock });
  const sessionIdleMs = settings.execIdleMs ?? 15 * 60_000;
  const pods = new PodService({ pods: applicationPods, clusters, clock, followers, sessionIdleMs });
  const inventory = new InventoryService({ database, clusters, clock });
  const objects = new ObjectService({ clusters, clock });
  const runs = new RunService({ database, vault, engine, applications, served, clusters, waiters });
  const discovery = new DiscoveryService({ database, clusters, clock, random, logger });
  const metrics = serverMetrics({
    registry: options.metrics ?? new MetricRegistry(),
    engine,
    clock,
    logger,
    access: settings.metricsAccess ?? 'public',
  });
  const audited = await options.database.withTables<AuditTables>('audit', AUDIT_MIGRATIONS);
  const auditRows = new AuditRows(audited);
  const requests = new IdempotentRequests({
    database: await options.database.withTables<RequestTables>('requests', REQUEST_MIGRATIONS),
    vault,
    holders: engine,
    clock,
    random,
    keepMs: settings.idempotencyMs ?? DAY_MS,
  });
  const closing = new AbortController();
  const projects = new ApplicationProjects(database, engine);
  const feed = await openLiveFeed({ database, engine, projects, deletions, refusals, clock, logger });
  const authorizer = new RequestAuthorizer({
    authenticate: bearerAuthentication({
      tokens: options.tokens,
      issued: accounts.issued,
      failures,
    }),
    projects,
    requests: new RateLimiter(settings.requests ?? { perSecond: 5_000, burst: 20_000 }, clock),
  });
  const sockets = new WebSockets();
  const app = createHttpApp({
    sockets,
    routes: Object.entries(
      bindHandlers({
        accounts,
        audit: new AuditService(auditRows),
        health,
        description: new DescriptionService(model),
        applications,
        runs,
        operations,
        clusters,
        inventory,
        nodes: new NodeService({ clusters, clock }),
        objects,
        functions: new FunctionService({ clusters, clock, gateway: options.functionGateway ?? (() => undefined) }),
        pods,
        sessions: new SessionService({
          ...{ pods: applicationPods, clock, idleMs: sessionIdleMs, debugImages: settings.debugImages ?? [] },
          sessions: new StreamLimit({
            ...{ most: settings.execSessionsMax ?? 200, setting: '--exec-sessions-max' },
            ...{ mostPerUser: settings.execSessionsPerUser ?? 50, settingPerUser: '--exec-sessions-per-user' },
          }),
        }),
        logs: new LogService({ pods: applicationPods, kept: keptLogs, followers, clock, random }),
        discovery,
        versions: new VersionService({ engine, applications, model, waiters }),
        workflows: new WorkflowService({ applications, model, clock, random }),
        live: new LiveService(feed, projects),
        plans,
        profiles: new ProfileService({ database, model, clock }),
        projects: new ProjectService({ database, engine, clusters: use, clock }),
        model,
        plugins: options.plugins ?? (() => []),
        revisions,
        metrics: metrics.service,
        transfer: new TransferService({ database, vault, model, clusters: use, deletions, clock, random, onSaved }),
        clock,
      }),
    ),
    requests,
    pages: consolePages(options.consoleDirectory),
    authorizer,
    audit: new AuditTrail({ rows: auditRows, clock, random, logger }),
    clock,
    random,
    logger,
    recorder: metrics.recorder,
    tracing: options.tracing,
    trustedProxies: settings.trustedProxies ?? [],
    cors: settings.cors,
    bodyLimitBytes: settings.bodyLimitBytes ?? 8 * 1024 * 1024,
    heartbeatMs: settings.heartbeatMs ?? 15_000,
    guard: options.guard,
    closing: closing.signal,
  });
  const closeHttp = gracefulClose(app, { clock, graceMs: settings.closeGraceMs ?? 10_000, sockets });
  const kinds = serverRetention({
    audit: auditRows,
    accounts: accounts.query,
    applications: database.query,
    engine,
    keepAuditForMs: settings.keepAuditForMs ?? 365 * DAY_MS,
    keepTokensForMs: settings.keepTokensForMs ?? 30 * DAY_MS,
    logs: keptLogs,
    keepLogsForMs,
  });
  const { retentionIntervalMs: everyMs = 3_600_000 } = settings;
  const tidying = runRetention({ kinds, leads: () => engine.status().leads, clock, logger, everyMs }, closing.signal);
  const working = Promise.all(
    [statusSync, monitor, logKeeper, feed, publication, discovery].map((part) => part.run(closing.signal)),
  );
  const recording = recordCallbackEvents({ engine, database, logger }, closing.signal);
  return {
    listen: (address) => listen(app, address),
    close: async () => {
      closing.abort();
      await closeHttp();
      await Promise.all([working, tidying, recording]);
    },
  };
}

async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number; readonly url: string }> {
  let address: string;
  try {
    address = await app.listen({ host, port });
  } catch (error) {
    throw listenError(host, port, error);
  }
  const url = new URL(address);
  return { port: Number(url.port || 80), url: url.origin };
}
