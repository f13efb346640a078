import { createDiscovery, type KubeClient } from '@kubemin/kube';
import { qualifiedName, type ResourceInfo } from '@kubemin/kubeapi';
import type { CustomResource } from './custom-resource.ts';

/** A declared resource that a cluster does not serve as declared. */
export interface MissingDefinition {
  readonly resource: CustomResource;
  readonly problem: 'absent' | 'version' | 'kind' | 'scope';
  /** What is wrong, as a sentence without its end. */
  readonly message: string;
}

/** Asks a cluster what it serves and names every resource that it does not serve as declared. */
export async function missingDefinitions(
  client: KubeClient,
  resources: Iterable<CustomResource>,
): Promise<readonly MissingDefinition[]> {
  const served = await createDiscovery({ handler: client.handler }).resources();
  return [...resources].flatMap((resource) => missing(resource, served) ?? []);
}

function missing(resource: CustomResource, served: readonly ResourceInfo[]): MissingDefinition | undefined {
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
    const message = `${name} holds objects of kind ${found.kind} there, not ${resource.kind}`;
    return { resource, problem: 'kind', message };
  }
  if (found.namespaced !== resource.namespaced) {
    const message = `${name} is ${scopeOf(found)} there, not ${scopeOf(resource)}`;
    return { resource, problem: 'scope', message };
  }
  return undefined;
}

function scopeOf({ namespaced }: ResourceInfo): string {
  return namespaced ? 'namespaced' : 'cluster-wide';
}
