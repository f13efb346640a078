import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { jsonLine, jsonLogger, textLine } from '@kubemin/base';
import { ControllerRegistry } from '@kubemin/controller';
import { type AppConfig, controllerApp, type PreparedApp, printConfig } from '@kubemin/controller/app';
import { type ClusterAccess, kubeconfigPaths } from '@kubemin/kube';
import { registerSamples } from '@kubemin/samples';
import { clusterAccess, clusterName, clusterSearch, confirmForeign } from '../connection/index.ts';
import { clusterMessages, hubMessages } from '../messages/index.ts';
import { type HubFlags, hubFailure, hubRows, loadHubConfig } from '../settings/index.ts';
import { type CommandContext, ExitCode, printMessage } from '../terminal/index.ts';

const NAME = 'kubemin-hub';

/** Runs the controllers of custom resources: all, or those that the configuration names. */
export async function hub(context: CommandContext, flags: HubFlags): Promise<ExitCode> {
  const { terminal, outStyle: style, interrupted, translate } = context;
  const config = await loadHubConfig(context, flags);
  if (flags.printConfig !== undefined && flags.printConfig !== 'false') {
    terminal.out(printConfig(config));
    return ExitCode.ok;
  }
  const app = await prepare(context, config);
  if (app === undefined) return ExitCode.interrupted;
  const addresses = Object.entries(app.addresses).map(([what, url]) => `  ${what.padEnd(11)} ${url}`);
  terminal.out(`${[style.bold(translate(hubMessages.isUp)), ...addresses].join('\n')}\n`);
  await app.run(interrupted);
  return ExitCode.ok;
}

/** Undefined if the command was interrupted meanwhile. */
async function prepare(context: CommandContext, config: AppConfig): Promise<PreparedApp | undefined> {
  const { clock, cwd, random, terminal, interrupted } = context;
  const access = await hubCluster(context, config.kubeconfig);
  if (access === undefined) return undefined;
  const registry = new ControllerRegistry();
  registerSamples(registry, { instances: Object.fromEntries(config.values.get(hubRows.redisInstances)) });
  const logger = jsonLogger({
    clock,
    level: config.log.level,
    format: config.log.format === 'json' ? jsonLine : textLine,
    write: terminal.alert,
  });
  try {
    const app = await controllerApp({
      name: NAME,
      config,
      modules: [...registry],
      access,
      hostname: hostname(),
      readFile: (path) => readFileSync(resolve(cwd, path), 'utf8'),
      clock,
      random,
      logger,
    });
    return await app.prepareRun(interrupted);
  } catch (error) {
    if (interrupted.aborted) return undefined;
    throw hubFailure(error, access.server);
  }
}

/**
 * The cluster that the hub works on: as kubectl would find it, named before anything is sent there. Where it was found
 * and not named, and is not one of KubeMin's, the user has to agree; undefined when not.
 */
async function hubCluster(context: CommandContext, kubeconfig: string | undefined): Promise<ClusterAccess | undefined> {
  const choice = { kubeconfig, context: undefined };
  const access = clusterAccess(context, choice, (paths) => hubMessages.chooseKubeconfig({ paths }));
  const paths = kubeconfigPaths(clusterSearch(context, choice));
  printMessage(
    context,
    context.translate(
      clusterMessages.worksOn({
        cluster: clusterName(access),
        source: paths.length === 0 ? context.translate(clusterMessages.serviceAccount) : paths.join(', '),
      }),
    ),
  );
  const wasFound = kubeconfig === undefined && paths.length > 0;
  return !wasFound || (await confirmForeign(context, access)) ? access : undefined;
}
