import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Disposables, toError } from '@kubemin/base';
import { type ClusterAccess, createKubeClient, httpTransport, loadKubeconfig, patientHandler } from '@kubemin/kube';
import { aborted } from '../aborted.ts';
import { loadOrCreateAdminToken } from '../admin-token.ts';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { writeEndpoints } from '../endpoints-file.ts';
import { ExitCode } from '../exit-code.ts';
import { holdDirectory } from '../held-directory.ts';
import { ownDataDirectory } from '../locate.ts';
import { startPlatformPlane } from '../platform-plane.ts';
import { withPortAdvice } from '../port-advice.ts';

export interface ServerOptions {
  readonly dataDir?: string;
  readonly kubeconfig: string;
  readonly kubeContext?: string;
  readonly port: number;
}

const HOST = '127.0.0.1';

/** Runs the platform plane alone, over HTTP against any cluster. */
export async function server(context: CommandContext, options: ServerOptions): Promise<ExitCode> {
  const { terminal, clock, random, interrupted, cwd } = context;
  const directory = ownDataDirectory(context, options.dataDir);
  const open = new Disposables();
  try {
    const transport = httpTransport(clusterAccess(context, resolve(cwd, options.kubeconfig), options.kubeContext));
    open.add(() => transport.close());
    const held = await holdDirectory({ directory, clock, terminal });
    open.add(() => held.release());
    const adminToken = await loadOrCreateAdminToken(directory.adminToken, random);
    const platform = await withPortAdvice('--port', () =>
      startPlatformPlane({
        directory,
        client: createKubeClient(patientHandler(transport.handler, { clock, random })),
        host: HOST,
        port: options.port,
        adminToken,
        clock,
        random,
        logger: held.logger,
      }),
    );
    open.add(() => platform.close());
    await writeEndpoints(directory.endpoints, { pid: process.pid, platform: platform.url });
    terminal.out(`${platform.url}\n`);
    await aborted(interrupted);
    return ExitCode.ok;
  } finally {
    await open.dispose();
  }
}

function clusterAccess({ clock, env }: CommandContext, path: string, context: string | undefined): ClusterAccess {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new CliError(`the kubeconfig ${path} cannot be read: ${toError(cause).message}`, {
      code: 'KUBECONFIG_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: 'give the path of a kubeconfig file with --kubeconfig FILE',
      cause,
    });
  }
  return loadKubeconfig(text, {
    ...(context === undefined ? {} : { context }),
    baseDir: dirname(path),
    readFile: (file) => readFileSync(file, 'utf8'),
    exec: { clock, environment: env },
  });
}
