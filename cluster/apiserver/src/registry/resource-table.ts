import type { ResourceInfo } from '@kubemin/kubeapi';
import type { ServedResource } from './served-resource.ts';

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

  /** Calls back after every change. Returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Where two claim the same place, the first has it: the built-in one. */
  #index(): void {
    const provided = [...this.#provided.values()].flat().sort(compareForDiscovery);
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

function compareForDiscovery({ info: a }: ServedResource, { info: b }: ServedResource): number {
  return compareTexts(a.group, b.group) || compareVersions(a.version, b.version) || compareTexts(a.plural, b.plural);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function pathKey({ group, version, plural }: ResourceAt): string {
  return `${group}/${version}/${plural}`;
}

const PATTERN = /^v([1-9]\d{0,8})(?:(alpha|beta)([1-9]\d{0,8}))?$/;
const STABILITY: Readonly<Record<string, number>> = { alpha: 1, beta: 2 };

/** Orders versions as Kubernetes prefers them: v10, v2, v1, v11beta2, v1beta1, v1alpha1, then others by name. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [versionRank(a), versionRank(b)];
  if (left === undefined || right === undefined) {
    if (left !== undefined) return -1;
    return right !== undefined ? 1 : compareTexts(a, b);
  }
  const different = left.findIndex((part, index) => part !== right[index]);
  return different < 0 ? 0 : (right[different] ?? 0) - (left[different] ?? 0);
}

function versionRank(version: string): readonly number[] | undefined {
  const [, major, stability, minor] = PATTERN.exec(version) ?? [];
  if (major === undefined) return undefined;
  return [stability === undefined ? 3 : (STABILITY[stability] ?? 0), Number(major), Number(minor ?? 0)];
}
