import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import type { Canonicaliser } from '../field/index.ts';
import type { DocumentPath, PlainObject, Report } from '../problem/index.ts';
import type { ComponentSchemas } from './component-schema.ts';
import type { ComponentType } from './component-type.ts';
import { validate } from './issue.ts';
import type { ModelRegistry } from './registry.ts';
import { type OriginalPlaces, validateFields } from './salvage.ts';
import { parseTraits } from './trait-parser.ts';

/** A component as far as it could be read. Parts the schemas refused are absent; their problems are reported. */
export interface ParsedComponent {
  readonly path: DocumentPath;
  /** Lower-cased, and present even when it is not a valid name: references to it should not be reported as well. */
  readonly name: string;
  readonly typeName?: string;
  readonly type?: ComponentType;
  readonly image?: string;
  readonly namespace?: string;
  readonly replicas?: number;
  readonly dependsOn: readonly string[];
  readonly properties?: PlainObject;
  readonly traits: Readonly<Record<string, unknown>>;
}

/** What all components of one document are read with. */
export interface ComponentParserOptions {
  readonly registry: ModelRegistry;
  readonly schemas: ComponentSchemas;
  readonly canonicaliser: Canonicaliser;
  readonly report: Report;
  readonly places: OriginalPlaces;
}

/** Reads one component: spelling, shape, and defaults. Rules that look at other parts of the document come later. */
export function parseComponent(input: unknown, path: DocumentPath, options: ComponentParserOptions): ParsedComponent {
  const { registry, schemas, canonicaliser, report, places } = options;
  const schema = schemas.for(input);
  const canonical = canonicaliser.run(schema.whole, input, path);
  if (!isRecord(canonical)) {
    validate(schema.head, canonical, { at: path, report });
    return { path, name: '', dependsOn: [], traits: {} };
  }
  const head = validateFields(schema.head, canonical, { at: path, report });

  const name = typeof canonical.name === 'string' ? canonical.name.trim().toLowerCase() : '';
  const propertiesSchema = schema.type?.properties ?? z.record(z.string(), z.unknown());
  const properties = validate(propertiesSchema, canonical.properties ?? {}, { at: [...path, 'properties'], report });
  // Not from what was accepted: properties with a fault elsewhere still name the image.
  const image =
    asString(canonical.image) ?? (isRecord(canonical.properties) ? asString(canonical.properties.image) : undefined);
  return {
    path,
    name,
    dependsOn: [...new Set(head.dependsOn ?? [])],
    traits: parseTraits(canonical.traits ?? {}, [...path, 'traits'], {
      registry,
      schemas: schemas.traits,
      component: name,
      report,
      places,
    }),
    ...(schema.typeName === undefined ? {} : { typeName: schema.typeName }),
    ...(schema.type === undefined ? {} : { type: schema.type }),
    ...(image === undefined ? {} : { image }),
    ...(head.namespace === undefined ? {} : { namespace: head.namespace }),
    ...(head.replicas === undefined ? {} : { replicas: head.replicas }),
    ...(properties === undefined ? {} : { properties }),
  };
}

function asString(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
