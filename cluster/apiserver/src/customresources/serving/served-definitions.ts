import { deepEqual, isJsonObject, type ResourceInfo } from '@kubemin/kubeapi';
import type { StructuralType } from '@kubemin/kubeapi/apply';
import type { Schema } from '@kubemin/kubeapi/schema';
import type { PublishedType } from '../../handler/index.ts';
import type { ResourceTable, ServedResource } from '../../registry/index.ts';
import { isTrue } from '../definition/condition.ts';
import { type Definition, type DefinitionVersion, isTerminating } from '../definition/definition.ts';
import type { SchemaReadings } from '../schema/schema-readings.ts';
import { customResource } from './custom-resource.ts';
import type { ConversionCaller } from './webhook-conversion.ts';

/** Publishes the schemas of objects to clients. */
export interface TypePublisher {
  /** Replaces everything this source has published before; an empty list withdraws it. */
  publish(source: string, types: readonly PublishedType[]): void;
}

export interface ServedDefinitionsOptions {
  readonly resources: ResourceTable;
  readonly builtin: Schema;
  readonly schemas: SchemaReadings;
  readonly metadata: StructuralType;
  readonly types: TypePublisher;
  readonly webhooks: ConversionCaller;
}

interface Served {
  readonly definition: Definition;
  readonly retire: AbortController;
}

/** Keeps the resource table as the definitions have it: established ones are served, in all versions that are. */
export class ServedDefinitions {
  readonly #options: ServedDefinitionsOptions;
  readonly #served = new Map<string, Served>();

  constructor(options: ServedDefinitionsOptions) {
    this.#options = options;
  }

  /** The definition has this state now. */
  set(definition: Definition): void {
    const { name = '' } = definition.metadata;
    const before = this.#served.get(name);
    if (before !== undefined && servesTheSame(before.definition, definition)) return;
    if (!isTrue(definition, 'Established')) {
      this.delete(name);
      return;
    }
    const retire = new AbortController();
    const versions = definition.spec.versions.filter(({ served }) => served);
    const resources = versions.map((version) => this.#resource(definition, version, retire.signal));
    this.#served.set(name, { definition, retire });
    this.#options.resources.provide(name, resources);
    this.#options.types.publish(
      name,
      versions.flatMap((version, index) => customType(version, resources[index]?.info)),
    );
    // After the new ones are there: a client that comes back at once finds them.
    before?.retire.abort();
  }

  delete(name: string): void {
    const before = this.#served.get(name);
    this.#served.delete(name);
    this.#options.resources.provide(name, []);
    this.#options.types.publish(name, []);
    before?.retire.abort();
  }

  /** Reads and writes objects of a definition, whether any version of it is served or not. */
  anyVersion(definition: Definition): ServedResource | undefined {
    const version = definition.spec.versions.find(({ storage }) => storage) ?? definition.spec.versions[0];
    return version === undefined ? undefined : this.#resource(definition, version, new AbortController().signal);
  }

  #resource(
    definition: Definition,
    version: Definition['spec']['versions'][number],
    retired: AbortSignal,
  ): ServedResource {
    const { builtin, schemas, metadata, webhooks } = this.#options;
    return customResource({ definition, version, schemas, builtin, metadata, webhooks, retired });
  }
}

/** Most writes of a definition only touch its status or labels; watches go on over those. */
function servesTheSame(a: Definition, b: Definition): boolean {
  return (
    isTrue(b, 'Established') &&
    isTerminating(a) === isTerminating(b) &&
    a.metadata.uid === b.metadata.uid &&
    deepEqual(a.spec, b.spec) &&
    deepEqual(a.status?.acceptedNames, b.status?.acceptedNames)
  );
}

/** One version of a custom resource as OpenAPI shows it; nothing when there is no schema to show. */
function customType({ schema }: DefinitionVersion, info: ResourceInfo | undefined): readonly PublishedType[] {
  const json: unknown = schema?.openAPIV3Schema;
  if (info === undefined || !isJsonObject(json)) return [];
  const { group, version, kind, plural, verbs, subresources } = info;
  const scope = info.namespaced ? 'Namespaced' : 'Cluster';
  return [{ group, version, kind, plural, verbs, scope, schema: { kind: 'custom', schema: json }, subresources }];
}
