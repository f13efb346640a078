import { writeFile } from 'node:fs/promises';
import { Disposables } from '@kubemin/base';
import { createPlatformClient } from '@kubemin/client';
import { renderKubeconfig } from '@kubemin/kube';
import { loadOrCreateAdminToken } from '../admin-token.ts';
import type { CommandContext } from '../command-context.ts';
import { deployDemo } from '../demo.ts';
import { startEmbeddedCluster } from '../embedded-cluster.ts';
import { writeEndpoints } from '../endpoints-file.ts';
import { ExitCode } from '../exit-code.ts';
import { holdDatabase } from '../held-database.ts';
import { holdDirectory } from '../held-directory.ts';
import { startWords } from '../language/words/start.ts';
import { Leadership } from '../leadership.ts';
import { ownDataDirectory } from '../locate.ts';
import { platformDatabase } from '../platform-database.ts';
import { startPlatformPlane } from '../platform-plane.ts';
import { withPortAdvice } from '../port-advice.ts';
import { openVault, secretKeyFile } from '../secret-keys.ts';
import { loadSettings } from '../settings/load-settings.ts';
import type { SettingFlags } from '../settings/read-settings.ts';
import { serverSettings } from '../settings/rows/server.ts';
import { StartSteps } from '../start-steps.ts';
import { upSummary } from '../up-summary.ts';

export interface UpOptions {
  readonly demo: boolean;
  readonly flags: SettingFlags;
}

const HOST = '127.0.0.1';

/** Starts both planes in this process, and stays until it is told to stop. */
export async function up(context: CommandContext, options: UpOptions): Promise<ExitCode> {
  const { terminal, style, clock, random, cwd, interrupted, language } = context;
  const say = startWords[language];
  const values = await loadSettings(context, { command: 'up', flags: options.flags });
  const directory = ownDataDirectory(context);
  const nodes = values.get(serverSettings.nodes);
  const steps = new StartSteps({ terminal, style, clock, total: 3 });
  const leadership = new Leadership(values);
  const open = new Disposables();
  try {
    const { held, adminToken } = await steps.run(
      say.dataDirectory,
      async () => {
        const logLevel = values.get(serverSettings.logLevel);
        const logTo = values.get(serverSettings.logTo);
        const logFormat = values.get(serverSettings.logFormat);
        const held = await holdDirectory({ directory, clock, terminal, logLevel, logTo, logFormat });
        open.add(() => held.release());
        const given = values.get(serverSettings.adminToken);
        return { held, adminToken: await loadOrCreateAdminToken(directory.adminToken, random, given) };
      },
      () => directory.path,
    );
    const shared = { adminToken, clock, random, logger: held.logger };
    const cluster = await steps.run(
      say.cluster,
      async () => {
        const cluster = await withPortAdvice('--kube-port', () =>
          startEmbeddedCluster({ ...shared, directory, host: HOST, port: values.get(serverSettings.kubePort), nodes }),
        );
        open.add(() => cluster.close());
        const kubeconfig = renderKubeconfig({
          name: 'kubemin',
          server: cluster.url,
          ca: cluster.ca,
          token: adminToken,
        });
        await writeFile(directory.kubeconfig, kubeconfig, { mode: 0o600 });
        return cluster;
      },
      (cluster) => say.simulatedNodes(cluster.url, nodes),
    );
    const platform = await steps.run(
      say.platform,
      async () => {
        const database = platformDatabase(values, directory, cwd);
        open.add(holdDatabase(database, directory));
        const vault = await openVault(secretKeyFile(values, directory, context), shared);
        const platform = await withPortAdvice('--port', () =>
          startPlatformPlane({ ...shared, values, database, vault, client: cluster.client, leadership }),
        );
        open.add(() => platform.close());
        await writeEndpoints(directory.endpoints, {
          pid: process.pid,
          platform: platform.url,
          kubernetes: cluster.url,
          kubeconfig: directory.kubeconfig,
        });
        return platform;
      },
      (platform) => platform.url,
    );
    const client = createPlatformClient({ url: platform.url, token: adminToken });
    const demo = options.demo ? await deployDemo(context, client) : undefined;
    if (!interrupted.aborted)
      terminal.out(upSummary({ context, directory, platformUrl: platform.url, kubernetesUrl: cluster.url, demo }));
    await leadership.until(interrupted);
    terminal.err(`\n${say.stopping}\n`);
    return ExitCode.ok;
  } finally {
    await open.dispose();
  }
}
