import type { JsonObject } from '@kubemin/kubeapi';
import { DEDUCED, SchemaStructure, type StructuralType, zeroObject } from '@kubemin/kubeapi/apply';
import type { ServedResource } from '../registry/served-resource.ts';

/** What ownership needs to know about the objects of a resource. */
export interface ResourceStructure {
  readonly type: StructuralType;
  /** An object nobody has filled in. */
  readonly zero: JsonObject;
}

/** The structures of all resources; each is made when it is first asked for, and goes with its resource. */
export class ResourceStructures {
  readonly #schemas = new SchemaStructure();
  readonly #known = new WeakMap<ServedResource, ResourceStructure>();

  of(resource: ServedResource): ResourceStructure {
    const known = this.#known.get(resource);
    if (known !== undefined) return known;
    const made = this.#make(resource);
    this.#known.set(resource, made);
    return made;
  }

  #make({ schema, structure: type = DEDUCED }: ServedResource): ResourceStructure {
    if (schema === undefined) return { type, zero: {} };
    return { type: this.#schemas.typeOf(schema), zero: zeroObject(schema) };
  }
}
