import { Disposables } from '@kubemin/base';
import { createKubeClient, IN_CLUSTER, type KubeClient } from '@kubemin/kube';
import { loadOrCreateAdminToken } from '../admin-token.ts';
import { clusterAccess } from '../cluster-access.ts';
import { clusterDial } from '../cluster-dial.ts';
import type { CommandContext } from '../command-context.ts';
import { connectionChoices, connectionGuard } from '../connection-guard.ts';
import { writeEndpoints } from '../endpoints-file.ts';
import { ExitCode } from '../exit-code.ts';
import { holdDatabase } from '../held-database.ts';
import { holdDirectory } from '../held-directory.ts';
import { Leadership } from '../leadership.ts';
import { ownDataDirectory } from '../locate.ts';
import { platformDatabase } from '../platform-database.ts';
import { startKeptPlatform } from '../platform-plane.ts';
import { withPortAdvice } from '../port-advice.ts';
import { openVault, secretKeyFile } from '../secret-keys.ts';
import { loadSettings } from '../settings/load-settings.ts';
import type { SettingFlags } from '../settings/read-settings.ts';
import { clusterSettings } from '../settings/rows/cluster.ts';
import { serverSettings } from '../settings/rows/server.ts';
import type { SettingValues } from '../settings/setting-values.ts';

export interface ServerOptions {
  readonly flags: SettingFlags;
}

/** Runs the platform plane alone, over HTTP against any cluster. Instances with one database server work together. */
export async function server(context: CommandContext, options: ServerOptions): Promise<ExitCode> {
  const { terminal, clock, random, interrupted, cwd } = context;
  const values = await loadSettings(context, { command: 'server', flags: options.flags });
  const directory = ownDataDirectory(context);
  const database = platformDatabase(values, directory, cwd);
  const leadership = new Leadership(values);
  const open = new Disposables();
  try {
    const { client, ownNamespaces } = connectCluster(context, values, open);
    const held = await holdDirectory({
      directory,
      clock,
      terminal,
      logLevel: values.get(serverSettings.logLevel),
      logTo: values.get(serverSettings.logTo),
      logFormat: values.get(serverSettings.logFormat),
      // Who has a SQLite file elsewhere still has the directory to itself, so that `down` knows whom to stop.
      use: database.kind === 'shared' ? 'shared' : 'exclusive',
    });
    open.add(() => held.release());
    open.add(holdDatabase(database, directory));
    const given = values.get(serverSettings.adminToken);
    const adminToken = await loadOrCreateAdminToken(directory.adminToken, random, given);
    const logger = held.logger.child({ process: process.pid });
    const keys = secretKeyFile(values, directory, context);
    const vault = await openVault(keys, { clock, random, logger });
    const guard = connectionGuard(connectionChoices(values), clock);
    const platform = await withPortAdvice('--port', () =>
      startKeptPlatform(directory, {
        ...{ values, database, vault, client, ownNamespaces, adminToken, clock, random, logger, leadership, guard },
      }),
    );
    open.add(() => platform.close());
    if (held.alone) await writeEndpoints(directory.endpoints, { pid: process.pid, platform: platform.url });
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
}

function connectCluster(context: CommandContext, values: SettingValues, open: Disposables): Connected {
  const access = clusterAccess(context, {
    kubeconfig: values.get(clusterSettings.kubeconfig),
    context: values.get(clusterSettings.context),
  });
  const transport = clusterDial(values, context)(access);
  open.add(() => transport.close());
  const client = createKubeClient(transport.handler);
  // Only a pod that uses its own account delivers to the cluster it runs in.
  return { client, ownNamespaces: access.context === IN_CLUSTER ? [access.namespace ?? []].flat() : [] };
}
