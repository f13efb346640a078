import { createDiscovery, type KubeClient } from '@kubemin/kube';
import { qualifiedName, type ResourceInfo } from '@kubemin/kubeapi';
import type { CustomResource } from './custom-resource.ts';

/** A declared resource that a cluster does not serve as declared. */
export interface MissingDefinition {
  readonly resource: CustomResource;
  readonly problem: 'absent' | 'version' | 'kind' | 'scope';
  /** Without a full stop. */
  readonly message: string;
}

/** Lists the resources that a cluster does not serve as declared, from its discovery. */
export async function missingDefinitions(
  client: KubeClient,
  resources: Iterable<CustomResource>,
): Promise<readonly MissingDefinition[]> {
  const served = await createDiscovery({ handler: client.handler }).resources();
  return [...resources].flatMap((resource) => checkDefinition(resource, served) ?? []);
}

function checkDefinition(resource: CustomResource, served: readonly ResourceInfo[]): MissingDefinition | undefined {
  const name = qualifiedName(resource);
  const namesakes = served.filter((info) => qualifiedName(info) === name);
  const found = namesakes.find(({ version }) => version === resource.version);
  if (namesakes.length === 0) return { resource, problem: 'absent', message: `the cluster does not serve ${name}` };
  if (found === undefined) {
    const versions = namesakes.map(({ version }) => version).join(', ');
    const message = `the cluster serves ${name} as ${versions}, not as ${resource.version}`;
    return { resource, problem: 'version', message };
  }
  if (found.kind !== resource.kind) {
    const message = `the cluster serves ${name} with kind ${found.kind}, not ${resource.kind}`;
    return { resource, problem: 'kind', message };
  }
  if (found.namespaced !== resource.namespaced) {
    const message = `${name} is ${scopeName(found)} in the cluster, not ${scopeName(resource)}`;
    return { resource, problem: 'scope', message };
  }
  return undefined;
}

function scopeName({ namespaced }: ResourceInfo): string {
  return namespaced ? 'namespaced' : 'cluster-wide';
}
