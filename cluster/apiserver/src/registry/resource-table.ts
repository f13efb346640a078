import type { ResourceInfo } from '@kubemin/kubeapi';
import type { ServedResource } from './served-resource.ts';

/** The resources this server has, by URL. */
export class ResourceTable {
  readonly #byPath = new Map<string, ServedResource>();

  constructor(resources: Iterable<ServedResource>) {
    for (const resource of resources) this.add(resource);
  }

  add(resource: ServedResource): void {
    this.#byPath.set(pathKey(resource.info), resource);
  }

  find(at: Pick<ResourceInfo, 'group' | 'version' | 'plural'>): ServedResource | undefined {
    return this.#byPath.get(pathKey(at));
  }

  all(): readonly ServedResource[] {
    return [...this.#byPath.values()];
  }
}

function pathKey({ group, version, plural }: Pick<ResourceInfo, 'group' | 'version' | 'plural'>): string {
  return `${group}/${version}/${plural}`;
}
