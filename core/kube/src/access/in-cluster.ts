import { join } from 'node:path';
import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { errorMessage } from '@kubemin/base/message';
import { accessMessages } from '../messages/index.ts';
import type { ClusterAccess } from './kubeconfig.ts';
import type { ReadFile } from './kubeconfig-files.ts';

/** What a pod knows about the cluster it runs in. */
export interface InClusterOptions {
  /** KUBERNETES_SERVICE_HOST of the environment. */
  readonly host: string | undefined;
  /** KUBERNETES_SERVICE_PORT of the environment. */
  readonly port: string | undefined;
  readonly readFile: ReadFile;
  /** Where the service account is mounted. @default where Kubernetes mounts it */
  readonly directory?: string | undefined;
}

/** The name of the context of a pod in its own cluster. */
export const IN_CLUSTER = 'in-cluster';

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The access that Kubernetes gives to every pod. The token of the service account is read for each request, as it is renewed. */
export function inClusterAccess(options: InClusterOptions): ClusterAccess {
  const { host, port, readFile, directory = SERVICE_ACCOUNT } = options;
  if (!host || !port) {
    throw notInClusterError(accessMessages.noServiceVariables);
  }
  const read = (name: string): string => {
    try {
      return readFile(join(directory, name));
    } catch (cause) {
      throw notInClusterError(
        accessMessages.unreadable({ path: join(directory, name), reason: errorMessage(cause) }),
        cause,
      );
    }
  };
  const token = (): string => read('token').trim();
  token();
  return {
    context: IN_CLUSTER,
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ca: read('ca.crt'),
    token,
    namespace: read('namespace').trim(),
  };
}

function notInClusterError(what: Message, cause?: unknown): TerminalError {
  return new TerminalError(accessMessages.notInCluster({ problem: what }), { code: 'NOT_IN_CLUSTER', cause });
}
