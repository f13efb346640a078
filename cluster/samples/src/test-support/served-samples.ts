import { systemClock } from '@kubemin/base';
import { type CustomResource, installDefinitions } from '@kubemin/controller';
import type { KubeClient } from '@kubemin/kube';

/** Installs the definitions of resources; resolves when they are served. */
export async function serve(client: KubeClient, resources: readonly CustomResource[]): Promise<void> {
  await installDefinitions(client, resources, { clock: systemClock, signal: new AbortController().signal });
}
