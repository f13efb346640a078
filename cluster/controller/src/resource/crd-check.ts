import type { Message } from '@kubemin/base/message';
import { createDiscovery, type KubeClient } from '@kubemin/kube';
import { qualifiedName, type ResourceInfo } from '@kubemin/kubeapi';
import { resourceMessages } from '../messages/index.ts';
import type { CustomResource } from './custom-resource.ts';

/** A declared resource that a cluster does not serve as declared. */
export interface MissingDefinition {
  readonly resource: CustomResource;
  readonly problem: 'absent' | 'version' | 'kind' | 'scope';
  readonly message: Message;
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
  if (namesakes.length === 0) return { resource, problem: 'absent', message: resourceMessages.notServed({ name }) };
  if (found === undefined) {
    const versions = namesakes.map(({ version }) => version).join(', ');
    const message = resourceMessages.otherVersion({ name, versions, version: resource.version });
    return { resource, problem: 'version', message };
  }
  if (found.kind !== resource.kind) {
    const message = resourceMessages.otherKind({ name, found: found.kind, kind: resource.kind });
    return { resource, problem: 'kind', message };
  }
  if (found.namespaced !== resource.namespaced) {
    const message = resourceMessages.otherScope({ name, found: scopeName(found), declared: scopeName(resource) });
    return { resource, problem: 'scope', message };
  }
  return undefined;
}

function scopeName({ namespaced }: ResourceInfo): Message {
  return namespaced ? resourceMessages.namespaced : resourceMessages.clusterWide;
}
