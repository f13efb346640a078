import { type Clock, Disposables, type Logger, type Metric, type Random } from '@kubemin/base';
import { isDiskFull } from '@kubemin/base/machine';
import type { ApiHandler, NodeConnections, ResourceInfo } from '@kubemin/kubeapi';
import { resources as builtinResources } from '@kubemin/kubeapi/resources';
import { loadSchema, type Schema } from '@kubemin/kubeapi/schema';
import { admissionPlugins, builtinAdmission, certificateRequester } from './admission/index.ts';
import { Aggregation, type FrontProxy } from './aggregation/index.ts';
import { createApiHandler } from './api-handler.ts';
import {
  type AccessControl,
  type AccessControlOptions,
  type Authenticator,
  type EphemeralTokens,
  startAccessControl,
} from './auth/index.ts';
import { CustomResources } from './customresources/index.ts';
import {
  type Advertised,
  ApiServices,
  type AuthenticationFacts,
  advertiseServer,
  bindings,
  builtinSubresources,
  builtinTypes,
  createPathHandler,
  createSystemObjects,
  Discovery,
  emptySwagger,
  expireEvents,
  freeOrphanedReservations,
  KeyedRetryLoop,
  NamespaceBootstrapper,
  NamespaceTerminator,
  OpenApi,
  ProtobufBodies,
  SERVER_VERSION,
  startHistoryTrimmer,
} from './handler/index.ts';
import { ApiMetrics, StateMetrics } from './metrics/index.ts';
import {
  AdmissionChain,
  type AdmissionFactory,
  alternateVersion,
  FieldTracker,
  ObjectRegistry,
  ObjectStore,
  ResourceTable,
  type ServedResource,
  type ServerParts,
  servedResource,
  servedVirtual,
} from './registry/index.ts';
import { LiveWatches, ObjectCache, type Storage } from './storage/index.ts';
import { builtinStrategies, Reservations } from './strategy/index.ts';
import {
  hasServingCertificate,
  logSubresource,
  metricsResources,
  NodeProxy,
  proxySubresources,
  serviceConnections,
  streamSubresources,
  UsageScraper,
  type UsageScraperOptions,
} from './streaming/index.ts';
import { WebhookClient } from './webhooks/index.ts';

const MAX_EVENTS_PER_RESOURCE = 50_000;

/** What an API server is made of. */
export interface ApiServerOptions extends AccessControlOptions, Pick<AuthenticationFacts, 'clientCa'> {
  /** Stays the caller's: closing the server does not close it. */
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** @default every built-in resource that can be stored */
  readonly resources?: readonly ResourceInfo[];
  /** Names of admission plug-ins, or plug-ins of one's own, in order. @default all built-in ones */
  readonly admission?: readonly (string | AdmissionFactory)[];
  /** Lets writes to an object change its status as well; for debugging controllers. @default false */
  readonly unrestrictedUpdate?: boolean;
  /** PEM of what clients inside the cluster must trust: put into every namespace as kube-root-ca.crt. */
  readonly rootCa?: string;
  /** How nodes are reached for logs, exec and port-forward. @default none: such requests get 503 */
  readonly nodes?: NodeConnections;
  /** What this server shows to API servers that it aggregates. @default nothing: they do not learn who the user is */
  readonly frontProxy?: FrontProxy;
  /** What else `/metrics` shows. @default nothing */
  readonly metrics?: readonly Metric[];
  /** How nodes are asked what they use, for metrics.k8s.io. */
  readonly usage?: UsageScraperOptions;
}

/** A running API. */
export interface ApiServer {
  /** The API. Requests carry their user; those without one may only ask for health and version. */
  readonly handler: ApiHandler;
  /** Knows holders of tokens this server issued, and whom the given authenticators know. For serveApi. */
  readonly authenticate: Authenticator;
  /** Short-lived tokens for the process that runs the server. */
  readonly ephemeralTokens: EphemeralTokens;
  /** Publishes the address of the server in the endpoints of the service `kubernetes`, for clients inside the cluster. */
  advertise(at: Advertised): Promise<void>;
  /** Whether this cluster's authority is known to have signed a serving certificate for the kubelet of a node. */
  hasServingCertificate(node: string): boolean;
  /** Ends all watches and stops background work. */
  close(): Promise<void>;
}

/** A Kubernetes API over a storage; no sockets (see serveApi), ready when the promise resolves. */
export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const disposables = new Disposables();
  try {
    const { server, handler, access } = await startParts(options, disposables);
    const { authenticate, ephemeralTokens } = access;
    return {
      handler,
      authenticate,
      ephemeralTokens,
      advertise: (at) => advertise(server, at, { ...options, disposables }),
      hasServingCertificate: (node) => hasServingCertificate(server, node),
      close: () => disposables.dispose(),
    };
  } catch (error) {
    await disposables.dispose();
    throw error;
  }
}

/** On a full disk the server starts all the same and serves reads; the address is stored when there is room. */
async function advertise(
  server: ServerParts,
  at: Advertised,
  { clock, logger, disposables }: Pick<ApiServerOptions, 'clock' | 'logger'> & { readonly disposables: Disposables },
): Promise<void> {
  try {
    await advertiseServer(server, at);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    const retries = new KeyedRetryLoop({
      clock,
      logger,
      failureMessage: 'cannot store the address of the API server',
      reconcile: () => advertiseServer(server, at),
    });
    disposables.add(() => retries.stop());
    retries.enqueue('address');
  }
}

interface StartedParts {
  readonly server: ServerParts;
  readonly handler: ApiHandler;
  readonly access: AccessControl;
}

async function startParts(options: ApiServerOptions, disposables: Disposables): Promise<StartedParts> {
  const { clock, random, logger } = options;
  const metrics = new ApiMetrics(clock, options.metrics);
  const storage = metrics.meterStorage(options.storage);
  const history = { maxEvents: MAX_EVENTS_PER_RESOURCE };
  const cache = await ObjectCache.open({ storage, logger, history, commits: metrics.commits });
  disposables.add(() => cache.close());
  const schema = loadSchema();
  const builtins = options.resources ?? builtinResources;
  const custom = new CustomResources({ cache, clock, schema, builtins });
  const resources = resourceTable(builtins, schema, custom);
  metrics.countObjects(cache, resources);
  const store = new ObjectStore({ storage, cache });
  const reservations = new Reservations({ storage, cache });
  const fields = new FieldTracker({ clock });
  const registry = new ObjectRegistry({ store, reservations, fields, clock, random });
  const admission = new AdmissionChain();
  admission.add(certificateRequester);
  const watches = new LiveWatches();
  const mainTarget = options.unrestrictedUpdate === true ? 'whole' : 'main';
  const shared = { clock, random, logger };
  const watchMetrics = metrics.createWatchMetrics(watches);
  const parts = { cache, registry, fields, resources, admission, watches, watchMetrics };
  const server: ServerParts = { ...parts, mainTarget, ...shared };

  await freeOrphanedReservations(server, reservations);
  await createSystemObjects(server, { clientCa: options.clientCa, requestHeaderCa: options.frontProxy?.ca });
  const bootstrapper = new NamespaceBootstrapper(server, { rootCa: options.rootCa });
  disposables.add(() => bootstrapper.stop());
  await bootstrapper.start();
  const proxy = new NodeProxy(options.nodes);
  const services = serviceConnections(server, proxy);
  const context = {
    server,
    services,
    bootstrapNamespace: (namespace: string) => bootstrapper.bootstrap(namespace),
    addMetric: (metric: Metric) => metrics.add(metric),
  };
  disposables.add(() => admission.stop());
  for (const plugin of admissionPlugins(options.admission ?? builtinAdmission, context)) admission.add(plugin);
  const access = await startAccessControl(server, { ...options, schema }, disposables);
  const subresources = builtinSubresources({
    ...access.subresources,
    'pods/log': logSubresource(proxy),
    ...streamSubresources(proxy, access.authorizer),
    ...proxySubresources(proxy),
  });
  const metered = metricsResources(new UsageScraper(proxy, options.usage)).map((resource) =>
    servedVirtual(resource, schema),
  );
  if (options.nodes !== undefined) resources.provide('metrics', metered);
  const { frontProxy } = options;
  const aggregation = new Aggregation({ server, services, authorizer: access.authorizer, frontProxy });
  disposables.add(aggregation.start());
  const openapi = new OpenApi({ others: aggregation, schema, clock, version: SERVER_VERSION.gitVersion });
  openapi.publish('builtin', builtinTypes(resources.all(), subresources));
  disposables.add(custom.start(server, openapi, new WebhookClient({ services, clock })));
  disposables.add(() => watches.finishAll());
  disposables.add(NamespaceTerminator.start(server));
  const apiServices = new ApiServices(server);
  disposables.add(() => apiServices.stop());
  await apiServices.start();
  disposables.add(expireEvents(server));
  disposables.add(startHistoryTrimmer({ storage, cache, clock, logger }));
  const handler = createApiHandler({
    server,
    aggregation,
    subresources,
    protobuf: new ProtobufBodies(schema),
    paths: createPathHandler(
      new Discovery(resources, subresources, aggregation),
      { healthy: () => cache.healthy, writeProblem: () => options.storage.problem?.() },
      [openapi, emptySwagger(SERVER_VERSION.gitVersion), metrics, new StateMetrics(cache), ...access.paths],
    ),
    authorizer: access.authorizer,
    metrics: metrics.requests,
  });
  return { server, handler, access };
}

/**
 * Kinds without stored objects (reviews, bindings) are left out. Of those that share a place (a kind in a
 * second version or group) the first is stored, the others are alternate versions of it.
 */
function resourceTable(infos: readonly ResourceInfo[], schema: Schema, custom: CustomResources): ResourceTable {
  const strategies = new Map(builtinStrategies()).set(...custom.strategy());
  const served = new Map<string, ServedResource>();
  const all = infos
    .filter(({ verbs }) => verbs.includes('list'))
    .flatMap((info) => {
      const stored = served.get(info.plural);
      if (stored !== undefined) return alternateVersion(info, stored, schema) ?? [];
      const resource = servedResource({ info, schema, strategies });
      served.set(info.plural, resource);
      return [resource];
    });
  const virtual = infos.includes(bindings.info) ? [servedVirtual(bindings, schema)] : [];
  return new ResourceTable([...all, ...virtual]);
}
