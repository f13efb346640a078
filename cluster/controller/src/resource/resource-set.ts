import { TerminalError } from '@kubemin/base';
import { findResourceByName } from '@kubemin/kube';
import { qualifiedName } from '@kubemin/kubeapi';
import { resourceMessages } from '../messages/index.ts';
import type { CustomResource } from './custom-resource.ts';

/** Declared resources, looked up by any of their names. */
export class ResourceSet implements Iterable<CustomResource> {
  readonly #resources: readonly CustomResource[];

  private constructor(resources: readonly CustomResource[]) {
    this.#resources = resources;
  }

  /** Throws when two declarations are of the same resource: one would silently hide the other. */
  static of(...resources: readonly CustomResource[]): ResourceSet {
    const seen = new Map<string, CustomResource>();
    for (const resource of resources) {
      const name = `${resource.version} ${qualifiedName(resource)}`;
      const other = seen.get(name);
      if (other !== undefined && other !== resource) {
        const { kind, version } = resource;
        const names = { name: qualifiedName(resource), version, first: other.kind, second: kind };
        throw new TerminalError(resourceMessages.declaredTwice(names), { code: 'RESOURCE_DECLARED_TWICE' });
      }
      seen.set(name, resource);
    }
    return new ResourceSet([...seen.values()]);
  }

  /** By plural, singular, kind or short name, with `.group` or `.version.group` if that is ambiguous. */
  find(name: string): CustomResource | undefined {
    return findResourceByName(this.#resources, name);
  }

  /** The plurals, in the order of declaration. */
  names(): readonly string[] {
    return this.#resources.map(({ plural }) => plural);
  }

  [Symbol.iterator](): Iterator<CustomResource> {
    return this.#resources[Symbol.iterator]();
  }
}
