import { type Clock, Disposables, type Logger, MetricRegistry, type Random, randomId } from '@kubemin/base';
import { processMetrics } from '@kubemin/base/machine';
import { createKubeClient, type HttpTransportOptions, httpTransport, retryingHandler } from '@kubemin/kube';
import { createManager, type ManagerOptions } from '../manager/index.ts';
import type { ControllerModule } from '../reconcile/index.ts';
import { apiExtFromConfig } from './apiext-from-config.ts';
import { type App, createApp } from './app.ts';
import type { AppConfig } from './app-config.ts';
import { controllersManager } from './controllers-manager.ts';

/** Options of an app of controllers. */
export interface ControllerAppOptions {
  /** Lower case with dashes; names the app in logs, and its Lease unless the configuration does. */
  readonly name: string;
  readonly config: AppConfig;
  readonly modules: readonly ControllerModule[];
  /** The cluster to work on. */
  readonly access: HttpTransportOptions;
  /** Identifies the process in Leases and in the logs of the API server. */
  readonly hostname: string;
  readonly readFile: (path: string) => string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** @default a new registry with the metrics of the process */
  readonly metrics?: MetricRegistry;
}

/**
 * Controllers as a program runs them: one client, one manager, endpoints and REST API as configured. Rejects with a
 * TerminalError when modules, or the configuration of modules, are invalid.
 */
export async function controllerApp(options: ControllerAppOptions): Promise<App> {
  const { name, config, modules, clock, random, logger, metrics = processRegistry() } = options;
  const identity = `${options.hostname}_${randomId(random)}`;
  const access = { ...options.access, userAgent: `${name}/${identity}` };
  const open = new Disposables();
  const transport = httpTransport(access);
  open.add(() => transport.close());
  const client = createKubeClient(retryingHandler(transport.handler, { clock, random }));
  const chosen = managerOptions(name, identity, config);
  const manager = createManager({ ...chosen, client, clock, random, logger, metrics }).with(...modules);
  await manager.setup();
  const controllers = controllersManager({ manager, client, definitions: config.definitions, clock, logger });
  const app = createApp({ name, config, metrics, logger }).with({ ...controllers, close: () => open.dispose() });
  if (config.apiext === undefined) return app;
  const { readFile } = options;
  const parts = { modules: manager.modules(), client, access, readFile, clock, logger };
  return app.with(apiExtFromConfig(config.apiext, parts));
}

function processRegistry(): MetricRegistry {
  const registry = new MetricRegistry();
  for (const metric of processMetrics()) registry.add(metric);
  return registry;
}

function managerOptions(
  name: string,
  identity: string,
  config: AppConfig,
): Omit<ManagerOptions, 'client' | 'clock' | 'random' | 'logger' | 'metrics'> {
  const { enabled, portable, namespace, filters, routing, concurrency, resyncMs, leaderElection } = config;
  const { reconcileTimeoutMs, stopGraceMs } = config;
  return {
    enabled,
    portable,
    filters,
    routing,
    concurrency,
    reconcileTimeoutMs,
    stopGraceMs,
    ...(namespace !== undefined && { namespace }),
    ...(resyncMs !== undefined && { resyncMs }),
    ...(leaderElection !== undefined && {
      leaderElection: { ...leaderElection, name: leaderElection.name ?? name, identity },
    }),
  };
}
