import { createPlatformClient, type PlatformClient } from '@kubemin/client';
import { readAdminToken } from './admin-token.ts';
import { CliError } from './cli-error.ts';
import type { CommandContext } from './command-context.ts';
import { type Endpoints, readEndpoints } from './endpoints-file.ts';
import { ExitCode } from './exit-code.ts';
import { inBoth } from './language/catalogue.ts';
import { connectWords } from './language/words/connect.ts';
import { nearestDataDirectory } from './locate.ts';

export interface Connection {
  readonly client: PlatformClient;
  readonly url: string;
  /** Undefined when the platform was named by KUBEMIN_URL. */
  readonly endpoints: Endpoints | undefined;
}

/** The platform a command talks to: as KUBEMIN_URL and KUBEMIN_TOKEN say, else the one of the nearest data directory. */
export async function connect(context: CommandContext): Promise<Connection> {
  const { KUBEMIN_URL: url, KUBEMIN_TOKEN: token } = context.env;
  return url === undefined ? toDirectory(context, token) : toAddress(url, token);
}

/** The token of a directory opens the platform of that directory; it is never shown to an address from elsewhere. */
function toAddress(url: string, token: string | undefined): Connection {
  if (token !== undefined) return { client: createPlatformClient({ url, token }), url, endpoints: undefined };
  throw new CliError(
    inBoth(connectWords, (say) => say.tokenMissing(url)),
    {
      code: 'TOKEN_MISSING',
      exitCode: ExitCode.unauthenticated,
      hint: inBoth(connectWords, (say) => say.setToken),
    },
  );
}

async function toDirectory(context: CommandContext, given: string | undefined): Promise<Connection> {
  const directory = nearestDataDirectory(context);
  const endpoints = await readEndpoints(directory.endpoints);
  const token = given ?? (await readAdminToken(directory.adminToken));
  if (endpoints !== undefined && token !== undefined) {
    return { client: createPlatformClient({ url: endpoints.platform, token }), url: endpoints.platform, endpoints };
  }
  throw new CliError(
    inBoth(connectWords, (say) => say.notRunning(directory.path)),
    {
      code: 'NOT_RUNNING',
      exitCode: ExitCode.notFound,
      hint: inBoth(connectWords, (say) => say.startOne),
    },
  );
}
