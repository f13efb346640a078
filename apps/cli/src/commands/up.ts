import { writeFile } from 'node:fs/promises';
import { Disposables } from '@kubemin/base';
import { createPlatformClient } from '@kubemin/client';
import { renderKubeconfig } from '@kubemin/kube';
import { aborted } from '../aborted.ts';
import { loadOrCreateAdminToken } from '../admin-token.ts';
import type { CommandContext } from '../command-context.ts';
import { deployDemo } from '../demo.ts';
import { startEmbeddedCluster } from '../embedded-cluster.ts';
import { writeEndpoints } from '../endpoints-file.ts';
import { ExitCode } from '../exit-code.ts';
import { holdDirectory } from '../held-directory.ts';
import { ownDataDirectory } from '../locate.ts';
import { startPlatformPlane } from '../platform-plane.ts';
import { withPortAdvice } from '../port-advice.ts';
import { StartSteps } from '../start-steps.ts';
import { upSummary } from '../up-summary.ts';

export interface UpOptions {
  readonly dataDir?: string;
  readonly demo?: boolean;
  readonly port: number;
  readonly kubePort: number;
  readonly nodes: number;
}

const HOST = '127.0.0.1';

/** Starts both planes in this process, and stays until it is told to stop. */
export async function up(context: CommandContext, options: UpOptions): Promise<ExitCode> {
  const { terminal, style, clock, random, interrupted } = context;
  const directory = ownDataDirectory(context, options.dataDir);
  const steps = new StartSteps({ terminal, style, clock, total: 3 });
  const open = new Disposables();
  try {
    const { held, adminToken } = await steps.run(
      'data directory',
      async () => {
        const held = await holdDirectory({ directory, clock, terminal });
        open.add(() => held.release());
        return { held, adminToken: await loadOrCreateAdminToken(directory.adminToken, random) };
      },
      () => directory.path,
    );
    const shared = { directory, host: HOST, adminToken, clock, random, logger: held.logger };
    const cluster = await steps.run(
      'cluster',
      async () => {
        const cluster = await withPortAdvice('--kube-port', () =>
          startEmbeddedCluster({ ...shared, port: options.kubePort, nodes: options.nodes }),
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
      (cluster) => `${cluster.url}, ${options.nodes} simulated nodes (they run no containers)`,
    );
    const platform = await steps.run(
      'platform',
      async () => {
        const platform = await withPortAdvice('--port', () =>
          startPlatformPlane({ ...shared, client: cluster.client, port: options.port }),
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
    const demo = options.demo === true ? await deployDemo(context, client) : undefined;
    if (!interrupted.aborted)
      terminal.out(upSummary({ context, directory, platformUrl: platform.url, kubernetesUrl: cluster.url, demo }));
    await aborted(interrupted);
    terminal.err('\nstopping …\n');
    return ExitCode.ok;
  } finally {
    await open.dispose();
  }
}
