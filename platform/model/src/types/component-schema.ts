import * as z from 'zod';
import { dnsName, field, foldKey, imageReference, readTypeName } from '../field/index.ts';
import { fieldMessages } from '../messages/index.ts';
import type { ComponentType } from './component-type.ts';
import { traitSchemas } from './nesting.ts';
import type { ModelRegistry } from './registry.ts';
import { TEMPLATE_TRAITS, templateProperties, templateReference } from './template-entry.ts';

const TYPE_ALIASES = ['componentType'];

const replicas = () => z.number().int().min(0).max(10_000);
const REPLICAS_HINTS = { code: 'INVALID_REPLICAS', fix: fieldMessages.wholeNumberFromTo({ least: 0, most: 10000 }) };

/** What every component has, whatever its type. */
export const componentFields = {
  name: dnsName(),
  image: imageReference().optional(),
  /** Only for documents that repeat the application's; it never decides anything. */
  namespace: z.string().trim().toLowerCase().optional(),
  replicas: field(replicas().default(1), REPLICAS_HINTS),
  dependsOn: z.array(z.string().trim().toLowerCase()).max(1000).optional(),
};

function templateEntrySchema(type: z.ZodType<string>, traits: Readonly<Record<string, z.ZodType>>) {
  const { name, image, namespace, dependsOn } = componentFields;
  const [resources, share] = TEMPLATE_TRAITS.map((trait) => (traits[trait] ?? z.unknown()).optional());
  return z.object({
    name: name.optional(),
    type: type.optional(),
    template: templateReference(),
    image,
    namespace,
    replicas: field(replicas().optional(), REPLICAS_HINTS),
    dependsOn,
    properties: z.object(templateProperties).optional(),
    traits: z.object({ resources, share }).optional(),
  });
}

/** How components of one type are read; `type` is undefined for those whose type is not registered. */
export interface ComponentSchema {
  readonly typeName?: string;
  readonly type?: ComponentType;
  /** The whole component, for spellings and for JSON Schema. */
  readonly whole: z.ZodObject;
  /** All but properties and traits, which are validated one by one so that a fault in one hides no other. */
  readonly head: z.ZodObject<typeof componentFields & { type: z.ZodType<string> }>;
}

/** The schemas of a registry's components. */
export class ComponentSchemas {
  /** The schema of each trait, nested traits included. */
  readonly traits: Readonly<Record<string, z.ZodType>>;
  /** An entry that names a template; everything but that may be left out. */
  readonly templateEntry: ReturnType<typeof templateEntrySchema>;
  readonly #byType: ReadonlyMap<string, ComponentSchema>;
  readonly #unknownType: ComponentSchema;

  constructor(registry: ModelRegistry) {
    this.traits = traitSchemas(registry);
    const traits = z.object(
      Object.fromEntries(Object.entries(this.traits).map(([name, schema]) => [name, schema.optional()])),
    );
    const build = (type: z.ZodType<string>, properties: z.ZodType) => {
      const { name, ...others } = componentFields;
      const head = z.object({ name, type, ...others });
      // The template is here for its spelling alone: an entry that names one is read as a template entry.
      const template = templateReference().optional();
      return { head, whole: head.extend({ properties: properties.optional(), traits: traits.optional(), template }) };
    };
    const hints = { aliases: TYPE_ALIASES, code: 'INVALID_COMPONENT_TYPE' };
    const names = Object.keys(registry.componentTypes);
    const anyType = field(z.enum(names), hints);
    this.templateEntry = templateEntrySchema(anyType, this.traits);
    this.#unknownType = build(anyType, z.record(z.string(), z.unknown()));
    this.#byType = new Map(
      Object.entries(registry.componentTypes).map(([typeName, type]) => {
        const schemas = build(field(z.literal(typeName), hints), type.properties);
        return [foldKey(typeName), { ...schemas, typeName, type }];
      }),
    );
  }

  get all(): readonly ComponentSchema[] {
    return [...this.#byType.values()];
  }

  /** The schema for one component of the input; a component of unknown type is still checked for the rest. */
  for(input: unknown): ComponentSchema {
    return this.#byType.get(foldKey(readTypeName(input, ['type', ...TYPE_ALIASES]) ?? '')) ?? this.#unknownType;
  }
}
