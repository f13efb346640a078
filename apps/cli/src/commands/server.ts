import { delimiter } from 'node:path';
import { Disposables } from '@kubemin/base';
import { createKubeClient, IN_CLUSTER, type KubeClient, kubeconfigPaths } from '@kubemin/kube';
import {
  clusterAccess,
  clusterName,
  clusterSearch,
  type DataDirectory,
  type Endpoints,
  loadOrCreateAdminToken,
  ownDataDirectory,
  recordPlatform,
  writeEndpoints,
} from '../connection/index.ts';
import { clusterMessages } from '../messages/index.ts';
import {
  clusterDial,
  connectionChoices,
  connectionGuard,
  Leadership,
  lockDatabase,
  lockDirectory,
  openVault,
  platformDatabase,
  secretKeyFile,
  startKeptPlatform,
  withDiskAdvice,
  withPortAdvice,
} from '../platform/index.ts';
import {
  clusterSettings,
  loadSettings,
  type SettingFlags,
  type SettingValues,
  serverSettings,
} from '../settings/index.ts';
import { type CommandContext, ExitCode, printMessage, VERSION } from '../terminal/index.ts';

export interface ServerOptions {
  readonly flags: SettingFlags;
}

/** Runs the platform plane alone, over HTTP against any cluster. Instances with one database server work together. */
export async function server(context: CommandContext, options: ServerOptions): Promise<ExitCode> {
  const values = await loadSettings(context, { command: 'server', flags: options.flags });
  const directory = ownDataDirectory(context);
  return withDiskAdvice(directory, () => runServer(context, values, directory));
}

async function runServer(context: CommandContext, values: SettingValues, directory: DataDirectory): Promise<ExitCode> {
  const { terminal, translate, clock, random, interrupted, cwd } = context;
  const database = platformDatabase(values, directory, cwd);
  const leadership = new Leadership(values);
  const open = new Disposables();
  try {
    const { client, ownNamespaces, endpoints } = connectCluster(context, values, open);
    const held = await lockDirectory({
      directory,
      clock,
      terminal,
      translate,
      logLevel: values.get(serverSettings.logLevel),
      logTo: values.get(serverSettings.logTo),
      logFormat: values.get(serverSettings.logFormat),
      // Who has a SQLite file elsewhere still has the directory to itself, so that `down` knows whom to stop.
      use: database.kind === 'shared' ? 'shared' : 'exclusive',
    });
    open.add(() => held.release());
    open.add(lockDatabase(database, directory));
    const given = values.get(serverSettings.adminToken);
    const adminToken = await loadOrCreateAdminToken(directory.adminToken, random, given);
    const logger = held.logger.child({ process: process.pid });
    const keys = secretKeyFile(values, directory, context);
    const vault = await openVault(keys, { clock, random, logger });
    const guard = connectionGuard(connectionChoices(values), clock);
    const platform = await withPortAdvice(context, { command: 'server', flags: ['--port'] }, () =>
      startKeptPlatform(directory, {
        ...{ program: context.program, cwd, env: context.env },
        ...{ values, database, vault, client, ownNamespaces, adminToken, clock, random, logger, leadership, guard },
        programPath: context.env.PATH ?? '',
      }),
    );
    open.add(() => platform.close());
    if (held.alone) {
      const startedAt = new Date(clock.now()).toISOString();
      const own = { pid: process.pid, command: 'server', version: VERSION, startedAt } as const;
      await writeEndpoints(directory.endpoints, { ...own, ...endpoints, platform: platform.url });
      open.add(await recordPlatform(context, directory, logger));
    }
    terminal.out(`${platform.url}\n`);
    await leadership.until(interrupted);
    return ExitCode.ok;
  } finally {
    await open.dispose();
  }
}

interface Connected {
  readonly client: KubeClient;
  readonly ownNamespaces: readonly string[];
  /** What is recorded about the cluster for other commands. */
  readonly endpoints: Pick<Endpoints, 'kubernetes' | 'kubeconfig' | 'context'>;
}

/** Connects to the cluster that the platform delivers to. Its name is printed before anything is sent there. */
function connectCluster(context: CommandContext, values: SettingValues, open: Disposables): Connected {
  const choice = {
    kubeconfig: values.get(clusterSettings.kubeconfig),
    context: values.get(clusterSettings.context),
  };
  const access = clusterAccess(context, choice);
  const paths = kubeconfigPaths(clusterSearch(context, choice));
  printMessage(
    context,
    context.translate(
      clusterMessages.deliversTo({
        cluster: clusterName(access),
        source: paths.length === 0 ? context.translate(clusterMessages.serviceAccount) : paths.join(', '),
      }),
    ),
  );
  const transport = clusterDial(values, context)(access);
  open.add(() => transport.close());
  return {
    client: createKubeClient(transport.handler),
    // Only a pod that uses its own account delivers to the cluster it runs in.
    ownNamespaces: access.context === IN_CLUSTER ? [access.namespace ?? []].flat() : [],
    endpoints: {
      kubernetes: access.server,
      context: access.context,
      ...(paths.length > 0 && { kubeconfig: paths.join(delimiter) }),
    },
  };
}
