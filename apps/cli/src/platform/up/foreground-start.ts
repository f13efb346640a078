import { type Clock, Disposables, type Logger, MetricRegistry } from '@kubemin/base';
import type { RegistryServer } from '@kubemin/node';
import {
  type DataDirectory,
  loadOrCreateAdminToken,
  localClient,
  oneTimeLoginUrl,
  recordPlatform,
  runningPlatforms,
  webAddress,
  writeEndpoints,
} from '../../connection/index.ts';
import { startMessages, upMessages } from '../../messages/index.ts';
import { clusterSettings, functionSettings, type SettingValues, serverSettings } from '../../settings/index.ts';
import {
  type CommandContext,
  ExitCode,
  formatDuration,
  padDisplay,
  printMessage,
  type Style,
  type Terminal,
  VERSION,
} from '../../terminal/index.ts';
import { connectionChoices, connectionGuard } from '../connection-guard.ts';
import { lockDatabase } from '../database-lock.ts';
import { type DemoMode, deployDemo } from '../demo.ts';
import { type FunctionsPlane, startFunctions } from '../functions-plane.ts';
import { startImageRegistry } from '../image-registry.ts';
import { Leadership } from '../leadership.ts';
import { lockDirectory } from '../locked-directory.ts';
import { platformDatabase } from '../platform-database.ts';
import { startKeptPlatform } from '../platform-plane.ts';
import { withPortAdvice } from '../port-advice.ts';
import { openVault, secretKeyFile } from '../secret-keys.ts';
import type { DeliveryCluster } from './delivery-cluster.ts';
import { embeddedDelivery } from './embedded-delivery.ts';
import { canMovePort } from './moved-port.ts';
import { remoteDelivery } from './remote-delivery.ts';
import { upSummary } from './up-summary.ts';

/** What is started, and where. */
export interface ForegroundOptions {
  readonly values: SettingValues;
  readonly directory: DataDirectory;
  readonly demo: DemoMode | undefined;
  /** Called when everything is running and the summary is printed. */
  readonly onStarted: () => void;
}

/** Starts both planes in this process, and runs until interrupted. */
export async function startInForeground(context: CommandContext, options: ForegroundOptions): Promise<ExitCode> {
  const { terminal, style, clock, random, cwd, interrupted, translate } = context;
  const { values, directory } = options;
  noteOthers(context, directory);
  const steps = new StartSteps({ terminal, style, clock, total: 3 });
  const leadership = new Leadership(values);
  const open = new Disposables();
  try {
    const { held, adminToken } = await steps.run(
      translate(upMessages.dataDirectory),
      async () => {
        const logLevel = values.get(serverSettings.logLevel);
        const logTo = values.get(serverSettings.logTo);
        const logFormat = values.get(serverSettings.logFormat);
        const held = await lockDirectory({ directory, clock, terminal, translate, logLevel, logTo, logFormat });
        open.add(() => held.release());
        const given = values.get(serverSettings.adminToken);
        return { held, adminToken: await loadOrCreateAdminToken(directory.adminToken, random, given) };
      },
      () => directory.path,
    );
    // One process has one metrics endpoint: metrics of the cluster are served with those of the platform.
    const guard = connectionGuard(connectionChoices(values), clock);
    const programPath = context.env.PATH ?? '';
    const shared = {
      ...{ values, adminToken, clock, random, logger: held.logger, metrics: new MetricRegistry(), guard, programPath },
    };
    const ownPorts = new Set<number>();
    const keys = secretKeyFile(values, directory, context);
    const vault = await openVault(keys, shared);
    const cluster = await steps.run(
      translate(upMessages.cluster),
      async () => {
        const named = values.get(clusterSettings.cluster);
        const cluster = await (named === undefined
          ? embeddedDelivery({ ...shared, directory, context, ownPorts, vault, keyFile: keys.path, demo: options.demo })
          : remoteDelivery(context, values, named));
        open.add(() => cluster.close());
        return cluster;
      },
      ({ summary }) => translate(summary),
    );
    const endpoints = await steps.run(
      translate(upMessages.platform),
      async () => {
        const database = platformDatabase(values, directory, cwd);
        open.add(lockDatabase(database, directory));
        const onPortTaken = canMovePort(context, values, 'port');
        // Opened after the platform, which asks for it later.
        let functions: FunctionsPlane | undefined;
        const platform = await withPortAdvice(context, { command: 'up', flags: ['--port'] }, () =>
          startKeptPlatform(directory, {
            ...{ program: context.program, cwd, env: context.env },
            ...{
              ...shared,
              database,
              vault,
              client: cluster.client,
              ingress: cluster.endpoints.ingress,
              functionGateway: () => functions?.url,
              leadership,
              onPortTaken,
            },
          }),
        );
        open.add(() => platform.close());
        ownPorts.add(Number(new URL(platform.url).port));
        const hasRegistry = (cluster.endpoints.nodes?.machines ?? 0) > 0;
        const registry = hasRegistry
          ? await openRegistry(context, options, { platform: platform.url, logger: held.logger })
          : undefined;
        if (registry !== undefined) {
          open.add(() => registry.close());
          ownPorts.add(registry.port);
        }
        functions = await openFunctions(context, options, {
          cluster,
          logger: held.logger,
          metrics: shared.metrics,
        });
        if (functions !== undefined) {
          const { close, port } = functions;
          open.add(close);
          ownPorts.add(port);
        }
        const startedAt = new Date(clock.now()).toISOString();
        const written = {
          ...{ ...cluster.endpoints, pid: process.pid, platform: platform.url, version: VERSION, startedAt },
          ...(registry !== undefined && { registry: registry.address }),
          ...(functions !== undefined && { functions: functions.url }),
        };
        await writeEndpoints(directory.endpoints, written);
        open.add(await recordPlatform(context, directory, held.logger));
        return written;
      },
      ({ platform }) => platform,
    );
    const client = localClient({ url: endpoints.platform, token: adminToken });
    const wish = options.demo;
    // Pods that wait for their node would be shown as a problem.
    const notReady = wish && (await cluster.ready?.());
    if (notReady !== undefined) printMessage(context, translate(notReady));
    const demo = wish && (await deployDemo(context, client, { directory, wish }));
    if (!interrupted.aborted) {
      const application = demo?.application;
      const loginUrl = await oneTimeLoginUrl(client, webAddress(endpoints.platform, { page: 'home' }));
      terminal.out(upSummary(context, { directory, endpoints, place: 'here', application, loginUrl }));
    }
    options.onStarted();
    await leadership.until(interrupted);
    terminal.err(`\n${translate(upMessages.stopping)}\n`);
    return ExitCode.ok;
  } finally {
    await open.dispose();
  }
}

/** The registry whose images the nodes of this machine pull. */
function openRegistry(
  context: CommandContext,
  { values, directory }: ForegroundOptions,
  { platform, logger }: { readonly platform: string; readonly logger: Logger },
): Promise<RegistryServer> {
  const { clock, random } = context;
  const port = { port: values.get(serverSettings.registryPort), onTaken: canMovePort(context, values, 'registryPort') };
  const pullThrough = values.get(serverSettings.registryPullThrough);
  return withPortAdvice(context, { command: 'up', flags: ['--registry-port'] }, () =>
    startImageRegistry({ directory, port, pullThrough, platform, clock, random, logger }),
  );
}

interface FunctionsParts {
  readonly cluster: DeliveryCluster;
  readonly logger: Logger;
  readonly metrics: MetricRegistry;
}

/** Functions of the embedded cluster, where they are wanted; a cluster of others has its own. */
async function openFunctions(
  context: CommandContext,
  { values }: ForegroundOptions,
  { cluster, logger, metrics }: FunctionsParts,
): Promise<FunctionsPlane | undefined> {
  const { client, dialPod: dial, endpoints } = cluster;
  const wanted = values.get(functionSettings.functions);
  if (endpoints.context !== undefined || wanted === 'off' || (wanted === 'auto' && dial === undefined))
    return undefined;
  const { clock, random } = context;
  const port = {
    port: values.get(functionSettings.functionsPort),
    onTaken: canMovePort(context, values, 'functionsPort'),
  };
  const poolSize = values.get(functionSettings.functionPool);
  const fileRoots = values.get(functionSettings.triggerDirectories);
  return withPortAdvice(context, { command: 'up', flags: ['--functions-port'] }, () =>
    startFunctions({ client, dial, port, poolSize, fileRoots, clock, random, logger, metrics }),
  );
}

/** A second platform on this machine is rarely meant: the user reads which ones run, and where this one starts. */
function noteOthers(context: CommandContext, { path }: DataDirectory): void {
  const others = runningPlatforms(context).filter(({ directory }) => directory.path !== path);
  if (others.length === 0) return;
  const running = others.map(({ directory, endpoints }) => `${directory.path} (${endpoints.platform})`).join(', ');
  printMessage(context, context.translate(startMessages.othersRun({ running, path })));
}

interface StartStepsOptions {
  readonly terminal: Terminal;
  readonly style: Style;
  readonly clock: Clock;
  readonly total: number;
}

/** Numbered steps with their timings, printed during a long start. */
class StartSteps {
  readonly #options: StartStepsOptions;
  #number = 0;

  constructor(options: StartStepsOptions) {
    this.#options = options;
  }

  /** Runs one step. `describe` formats its result for the line of the step. */
  async run<T>(title: string, work: () => Promise<T>, describe: (result: T) => string): Promise<T> {
    const { terminal, style, clock, total } = this.#options;
    this.#number += 1;
    const label = `${style.dim(`[${this.#number}/${total}]`)} ${padDisplay(title, 16)}`;
    const started = clock.monotonic();
    try {
      const result = await work();
      const took = formatDuration(clock.monotonic() - started);
      terminal.err(`${label} ${style.green('✓')} ${describe(result)} ${style.dim(took)}\n`);
      return result;
    } catch (error) {
      terminal.err(`${label} ${style.red('✗')}\n`);
      throw error;
    }
  }
}
