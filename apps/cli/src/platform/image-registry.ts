import type { Clock, Logger, Random } from '@kubemin/base';
import { isAllowed, type PlatformClient, PlatformError } from '@kubemin/client';
import type { PushDecision, RegistryServer } from '@kubemin/node';
import { type DataDirectory, localClient } from '../connection/index.ts';
import { listenOnFree, type PortChoice } from './port-advice.ts';

export interface ImageRegistryOptions {
  readonly directory: DataDirectory;
  readonly port: PortChoice;
  /** Registries whose images it fetches and keeps. */
  readonly pullThrough: readonly string[];
  /** Where tokens are checked. */
  readonly platform: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Starts the registry of a data directory, with the users of the platform. */
export async function startImageRegistry(options: ImageRegistryOptions): Promise<RegistryServer> {
  const { directory, platform, clock, random } = options;
  const { startRegistry } = await import('@kubemin/node');
  const logger = options.logger.child({ part: 'registry' });
  const authorizePush = (token: string, repository: string | undefined): Promise<PushDecision> =>
    decidePush(localClient({ url: platform, token }), repository);
  return listenOnFree(options.port, (port) =>
    startRegistry({
      ...{ directory: directory.registry, port, authorizePush, clock, random, logger },
      // Over TLS alone: a registry can redirect to any address, and this machine serves pages to itself.
      pullThrough: { registries: options.pullThrough, fetch },
    }),
  );
}

/** Deployers of a project push to repositories below its name, deployers of everything to all. */
async function decidePush(client: PlatformClient, repository: string | undefined): Promise<PushDecision> {
  try {
    const caller = await client.whoami();
    if (repository === undefined) return 'allowed';
    const [project = ''] = repository.split('/');
    return isAllowed(caller, 'deploy') || isAllowed(caller, 'deploy', project) ? 'allowed' : 'denied';
  } catch (error) {
    if (error instanceof PlatformError && error.status === 401) return 'unknown-token';
    throw error;
  }
}
