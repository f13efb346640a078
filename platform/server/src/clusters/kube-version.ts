import { RetryableError, TerminalError } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import type { ApiResponse } from '@kubemin/kubeapi';
import { clusterMessages } from '../messages/index.ts';

/** The version of a Kubernetes API, which needs no permission anywhere. Throws, with the reason, when there is none. */
export async function kubeVersion(client: KubeClient, signal: AbortSignal): Promise<string> {
  const response = await get(client, '/version', signal);
  const { status } = response;
  if (status === 401) throw refusedCredentials(status);
  if (status !== 200) throw new RetryableError(clusterMessages.apiStatus({ status }), { code: 'KUBE_NOT_READY' });
  return response.kind === 'object' && isVersion(response.object) ? response.object.gitVersion : 'unknown';
}

/** The same, and that the credentials are valid: every authenticated user may read what the API offers. */
export async function kubeAccess(client: KubeClient, signal: AbortSignal): Promise<string> {
  const version = await kubeVersion(client, signal);
  const { status } = await get(client, '/apis', signal);
  if (status === 401 || status === 403) throw refusedCredentials(status);
  return version;
}

function get(client: KubeClient, path: string, signal: AbortSignal): Promise<ApiResponse> {
  return client.handler({ method: 'GET', path, query: new URLSearchParams(), headers: {}, signal });
}

function refusedCredentials(status: number): TerminalError {
  return new TerminalError(clusterMessages.credentialsRefused({ status }), { code: 'KUBE_CREDENTIALS_REFUSED' });
}

function isVersion(value: unknown): value is { readonly gitVersion: string } {
  return typeof value === 'object' && value !== null && 'gitVersion' in value && typeof value.gitVersion === 'string';
}
