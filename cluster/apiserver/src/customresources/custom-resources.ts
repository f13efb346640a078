import type { Clock } from '@kubemin/base';
import { type KubeObject, qualifiedName, type ResourceInfo } from '@kubemin/kubeapi';
import { LEAF, SchemaStructure } from '@kubemin/kubeapi/apply';
import { apiextensions } from '@kubemin/kubeapi/resources';
import type { Schema } from '@kubemin/kubeapi/schema';
import type { ServerParts } from '../registry/index.ts';
import type { ObjectCache } from '../storage/index.ts';
import type { Strategy } from '../strategy/index.ts';
import type { WebhookClient } from '../webhooks/index.ts';
import { type Definition, isDefinition } from './definition/definition.ts';
import { definitionStrategy } from './definition/definition-strategy.ts';
import { DefinitionReconciler } from './definition-reconciler.ts';
import { SchemaReadings } from './schema/schema-readings.ts';
import { ServedDefinitions, type TypePublisher } from './serving/served-definitions.ts';

const DEFINITIONS = apiextensions.v1.customresourcedefinitions;
const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

export interface CustomResourcesOptions {
  readonly cache: ObjectCache;
  readonly clock: Clock;
  readonly schema: Schema;
  /** The resources that are there without any definition. */
  readonly builtins: readonly ResourceInfo[];
}

/** Custom resources: the definitions' own rules, and the serving of what they define. */
export class CustomResources {
  readonly #options: CustomResourcesOptions;
  readonly #schemas = new SchemaReadings();

  constructor(options: CustomResourcesOptions) {
    this.#options = options;
  }

  /** What definitions do differently from other objects, for the table of strategies. */
  strategy(): readonly [resource: string, strategy: Strategy] {
    const { builtins, clock } = this.#options;
    const definitions = (): Iterable<Definition> => this.#definitions();
    return [qualifiedName(DEFINITIONS), definitionStrategy({ builtins, clock, definitions, schemas: this.#schemas })];
  }

  /** Serves all definitions, also later ones. Returns a function that stops it. */
  start(server: ServerParts, types: TypePublisher, client: WebhookClient): () => void {
    const resource = server.resources.find(DEFINITIONS);
    if (resource === undefined) return () => undefined;
    const { schema, builtins } = this.#options;
    const schemas = this.#schemas;
    const meta = schema.types.get(OBJECT_META);
    const metadata = meta?.kind === 'object' ? new SchemaStructure().structuralType(meta) : LEAF;
    const webhooks = { client, random: server.random };
    const { resources } = server;
    const served = new ServedDefinitions({ resources, builtin: schema, schemas, metadata, types, webhooks });
    return DefinitionReconciler.start({ server, resource, builtins, schemas, served });
  }

  *#definitions(): Generator<Definition> {
    const objects: Iterable<KubeObject> = this.#options.cache.collection(DEFINITIONS.plural).list(undefined);
    for (const object of objects) if (isDefinition(object)) yield object;
  }
}
