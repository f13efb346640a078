import type { ResourceInfo } from '@kubemin/kubeapi';
import type { ServedResource } from './served-resource.ts';
import { compareVersions } from './version-order.ts';

type ResourceAt = Pick<ResourceInfo, 'group' | 'version' | 'plural'>;

/**
 * The resources this server has, by URL. The built-in ones are there from the start and stay; others come
 * and go at run time, all those of one provider (a definition) at once.
 */
export class ResourceTable {
  readonly #builtin: readonly ServedResource[];
  readonly #provided = new Map<string, readonly ServedResource[]>();
  readonly #listeners = new Set<() => void>();
  readonly #byPath = new Map<string, ServedResource>();
  #all: readonly ServedResource[] = [];

  constructor(builtin: Iterable<ServedResource>) {
    this.#builtin = [...builtin];
    this.#index();
  }

  find(at: ResourceAt): ServedResource | undefined {
    return this.#byPath.get(pathKey(at));
  }

  /** The built-in ones first, in their order; then the others by group, preferred version and name. */
  all(): readonly ServedResource[] {
    return this.#all;
  }

  /** Replaces everything this provider gave before; nothing of it is left when the list is empty. */
  provide(provider: string, resources: readonly ServedResource[]): void {
    if (resources.length === 0 && !this.#provided.has(provider)) return;
    if (resources.length === 0) this.#provided.delete(provider);
    else this.#provided.set(provider, resources);
    this.#index();
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls back after every change; answers how to stop that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Where two claim the same place, the first has it: the built-in one. */
  #index(): void {
    const provided = [...this.#provided.values()].flat().sort(inDiscoveryOrder);
    this.#byPath.clear();
    const all: ServedResource[] = [];
    for (const resource of [...this.#builtin, ...provided]) {
      const path = pathKey(resource.info);
      if (this.#byPath.has(path)) continue;
      this.#byPath.set(path, resource);
      all.push(resource);
    }
    this.#all = all;
  }
}

function inDiscoveryOrder({ info: a }: ServedResource, { info: b }: ServedResource): number {
  return compareTexts(a.group, b.group) || compareVersions(a.version, b.version) || compareTexts(a.plural, b.plural);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function pathKey({ group, version, plural }: ResourceAt): string {
  return `${group}/${version}/${plural}`;
}
