import { type Clock, type Logger, TerminalError } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import type { HttpTransportOptions, KubeClient } from '@kubemin/kube';
import { qualifiedName } from '@kubemin/kubeapi';
import { callerTransports, tokenReviewAuthenticator } from '../apiext/index.ts';
import { requiredResources } from '../manager/index.ts';
import { programMessages } from '../messages/index.ts';
import { isPhaseModule } from '../phase/index.ts';
import type { ControllerModule } from '../reconcile/index.ts';
import { ResourceSet } from '../resource/index.ts';
import { apiExtManager } from './apiext-manager.ts';
import type { ApiExtConfig } from './app-config.ts';
import type { RunnableManager } from './runnable-manager.ts';

/** What the REST API of an app needs. */
export interface ApiExtParts {
  /** The enabled modules: their resources are served. */
  readonly modules: readonly ControllerModule[];
  /** The app's own client, used only for token reviews. */
  readonly client: KubeClient;
  readonly access: HttpTransportOptions;
  readonly readFile: (path: string) => string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The REST API of an app's resources as configured. Callers act with their own permissions, never with the app's. */
export function apiExtFromConfig(config: ApiExtConfig, parts: ApiExtParts): RunnableManager {
  const { modules, client, access, clock, logger } = parts;
  const callers = callerTransports(access);
  const machines = modules.filter(isPhaseModule).map(({ machine }) => {
    return [qualifiedName(machine.definition.resource), machine] as const;
  });
  const manager = apiExtManager({
    address: config.address,
    tls: config.tls && {
      cert: readPem(config.tls.certFile, parts.readFile),
      key: readPem(config.tls.keyFile, parts.readFile),
    },
    resources: ResourceSet.of(...requiredResources(modules)),
    machines: new Map(machines),
    authenticator: tokenReviewAuthenticator({
      reviewClient: client,
      handlerFor: (user) => callers.handlerFor(user),
      clock,
    }),
    prefix: config.prefix,
    cors: config.corsOrigins,
    clock,
    logger,
  });
  return {
    name: manager.name,
    get url() {
      return manager.url;
    },
    prepare: async (signal) => manager.prepare?.(signal),
    run: (signal) => manager.run(signal),
    checks: () => manager.checks(),
    close: async () => {
      await manager.close?.();
      callers.close();
    },
  };
}

function readPem(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path);
  } catch (cause) {
    throw new TerminalError(programMessages.pemUnreadable({ path, reason: errorMessage(cause) }), {
      code: 'TLS_FILE_UNREADABLE',
      cause,
    });
  }
}
