import { createDiscovery, type Discovery, type KubeClient } from '@kubemin/kube';
import { formatApiVersion, qualifiedName, type ResourceInfo, type ResourceType } from '@kubemin/kubeapi';
import { resources } from '@kubemin/kubeapi/resources';

/**
 * The known resources that this cluster serves and that can be listed, watched and deleted, by its own discovery. To
 * wait for a cache of one that it does not serve would be to wait for ever.
 */
export async function servedResources(client: KubeClient): Promise<readonly ResourceType[]> {
  const usable = resources.filter(({ verbs }) => ['list', 'watch', 'delete'].every((verb) => verbs.includes(verb)));
  const discovery = createDiscovery({ handler: client.handler });
  const served = new Set((await discovery.resources()).map((type) => `${formatApiVersion(type)} ${type.plural}`));
  return usable.filter((info) => served.has(`${formatApiVersion(info)} ${info.plural}`) && !isDuplicate(info, served));
}

/** Resources that Kubernetes itself does not know and whose objects can be deleted, each in one of its versions: custom ones. */
export async function foreignResources(discovery: Discovery): Promise<readonly ResourceType[]> {
  // Kinds come and go: what was learned before is too old.
  await discovery.refresh();
  const known = new Set(resources.map(qualifiedName));
  const found = new Map<string, ResourceType>();
  for (const type of await discovery.resources()) {
    const name = qualifiedName(type);
    if (known.has(name) || found.has(name) || !['list', 'delete'].every((verb) => type.verbs.includes(verb))) continue;
    found.set(name, type);
  }
  return [...found.values()];
}

/** The same objects under a second group (events) or version (autoscaling): one look at them is enough. */
function isDuplicate(info: ResourceInfo, served: ReadonlySet<string>): boolean {
  const first = resources.find(
    (other) => other.plural === info.plural && served.has(`${formatApiVersion(other)} ${other.plural}`),
  );
  return first !== undefined && first !== info && first.kind === info.kind;
}
