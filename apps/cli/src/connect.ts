import { createPlatformClient, type PlatformClient } from '@kubemin/client';
import { readAdminToken } from './admin-token.ts';
import { CliError } from './cli-error.ts';
import type { CommandContext } from './command-context.ts';
import { type Endpoints, readEndpoints } from './endpoints-file.ts';
import { ExitCode } from './exit-code.ts';
import { nearestDataDirectory } from './locate.ts';

export interface Connection {
  readonly client: PlatformClient;
  readonly url: string;
  /** Undefined when the platform was named by KUBEMIN_URL. */
  readonly endpoints: Endpoints | undefined;
}

/** The platform a command talks to: as KUBEMIN_URL and KUBEMIN_TOKEN say, else the one of the nearest data directory. */
export async function connect(context: CommandContext, dataDir: string | undefined): Promise<Connection> {
  const { env } = context;
  const directory = nearestDataDirectory(context, dataDir);
  const token = env.KUBEMIN_TOKEN ?? (await readAdminToken(directory.adminToken));
  const endpoints = env.KUBEMIN_URL === undefined ? await readEndpoints(directory.endpoints) : undefined;
  const url = env.KUBEMIN_URL ?? endpoints?.platform;
  if (url === undefined || token === undefined) {
    throw new CliError(`no running KubeMin found (looked in ${directory.path})`, {
      code: 'NOT_RUNNING',
      exitCode: ExitCode.notFound,
      hint: 'start one with kubemin up, point to one with --data-dir DIR, or set KUBEMIN_URL and KUBEMIN_TOKEN',
    });
  }
  return { client: createPlatformClient({ url, token }), url, endpoints };
}
