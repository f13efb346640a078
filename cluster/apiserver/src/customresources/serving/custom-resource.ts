import {
  formatApiVersion,
  isJsonObject,
  type JsonObject,
  type ResourceInfo,
  type SubresourceInfo,
} from '@kubemin/kubeapi';
import type { StructuralType } from '@kubemin/kubeapi/apply';
import type { FieldSchema, ObjectSchema, Schema } from '@kubemin/kubeapi/schema';
import type { CustomResourceConversion } from '@kubemin/kubeapi/types/apiextensions.v1';
import {
  conform,
  copyJson,
  type ObjectConversion,
  type ServedResource,
  type Shaped,
  type Subresource,
} from '../../registry/index.ts';
import {
  type Definition,
  type DefinitionVersion,
  definitionCollection,
  isTerminating,
  storageVersion,
} from '../definition/definition.ts';
import { versionSchema } from '../definition/version-schema.ts';
import type { SchemaReadings } from '../schema/schema-readings.ts';
import { PERMISSIVE_SCHEMA, type StructuralSchema } from '../schema/structural-schema.ts';
import { fillObjectDefaults } from '../values/fill-defaults.ts';
import { pruneObject } from '../values/prune.ts';
import { applyStructure } from './apply-structure.ts';
import { customScale } from './custom-scale.ts';
import { customStrategy } from './custom-strategy.ts';
import { printerColumns } from './printer-columns.ts';
import { VersionConversion, type VersionConversionOptions } from './version-conversion.ts';
import { type ConversionCaller, WebhookConversion } from './webhook-conversion.ts';

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const SUBRESOURCE_VERBS = ['get', 'patch', 'update'];

export interface CustomResourceOptions {
  readonly definition: Definition;
  readonly version: DefinitionVersion;
  readonly schemas: SchemaReadings;
  /** What the built-in types look like: metadata is of one of them. */
  readonly builtin: Schema;
  /** How server-side apply sees metadata. */
  readonly metadata: StructuralType;
  readonly webhooks: ConversionCaller;
  readonly retired: AbortSignal;
}

/** One version of a definition's resource, as the generic path serves it. */
export function customResource(options: CustomResourceOptions): ServedResource {
  const { definition, version, schemas, builtin, metadata, webhooks, retired } = options;
  const { group } = definition.spec;
  const schema = usableSchema(definition, version, schemas);
  const info = definitionResourceInfo(definition, version);
  const { scale } = version.subresources ?? {};
  const warning = deprecation(info, version);
  return {
    info,
    listKind: acceptedNames(definition).listKind ?? `${info.kind}List`,
    collection: definitionCollection(definition),
    strategy: customStrategy(version, schema),
    schema: undefined,
    shape: customShape(schema, builtin),
    structure: applyStructure(schema, metadata),
    hasStatus: version.subresources?.status !== undefined,
    countsGenerations: true,
    conversion: conversion(definition.spec.conversion, webhooks, {
      schema,
      apiVersion: formatApiVersion(info),
      storedApiVersion: formatApiVersion({ group, version: storageVersion(definition) }),
    }),
    columns: printerColumns(version.additionalPrinterColumns ?? []),
    subresources: new Map<string, Subresource>(scale === undefined ? [] : [['scale', customScale(scale)]]),
    ...(warning !== undefined && { warning }),
    retired,
  };
}

function conversion(
  { strategy, webhook }: Partial<CustomResourceConversion> = {},
  webhooks: ConversionCaller,
  options: VersionConversionOptions,
): ObjectConversion {
  const local = new VersionConversion(options);
  const { clientConfig, conversionReviewVersions = [] } = webhook ?? {};
  if (strategy !== 'Webhook' || clientConfig === undefined) return local;
  return new WebhookConversion({ ...options, local, webhooks, config: clientConfig, conversionReviewVersions });
}

/** Definitions of other servers may have schemas this one cannot use; their objects are then kept as they are. */
function usableSchema(definition: Definition, version: DefinitionVersion, schemas: SchemaReadings): StructuralSchema {
  const reading = versionSchema(definition, definition.spec.versions.indexOf(version), schemas);
  return reading === undefined || reading.errors.length > 0 ? PERMISSIVE_SCHEMA : reading.schema;
}

function acceptedNames({ spec, status }: Definition): Definition['spec']['names'] {
  return status?.acceptedNames ?? spec.names;
}

function definitionResourceInfo(definition: Definition, version: DefinitionVersion): ResourceInfo {
  const { group, scope } = definition.spec;
  const { plural, singular = '', kind, shortNames = [], categories = [] } = acceptedNames(definition);
  const { status, scale } = version.subresources ?? {};
  const own: SubresourceInfo = { name: 'status', group, version: version.name, kind, verbs: SUBRESOURCE_VERBS };
  const scaling: SubresourceInfo = {
    name: 'scale',
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    verbs: SUBRESOURCE_VERBS,
  };
  return {
    group,
    version: version.name,
    plural,
    singular,
    kind,
    namespaced: scope === 'Namespaced',
    shortNames,
    categories,
    // While its objects are being deleted there must come no new ones.
    verbs: isTerminating(definition) ? VERBS.filter((verb) => verb !== 'create') : VERBS,
    subresources: [...(status === undefined ? [] : [own]), ...(scale === undefined ? [] : [scaling])],
  };
}

function deprecation(info: ResourceInfo, { deprecated, deprecationWarning }: DefinitionVersion): string | undefined {
  if (deprecated !== true) return undefined;
  return deprecationWarning ?? `${formatApiVersion(info)} ${info.kind} is deprecated`;
}

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** Gives custom resources the shape of their schema: metadata as everywhere, the rest pruned and defaulted. */
function customShape(schema: StructuralSchema, builtin: Schema): (value: JsonObject) => Shaped {
  const metadataType = metadataSchema(builtin);
  return (value) => {
    const copy = copyJson(value);
    const object = isJsonObject(copy) ? copy : {};
    const pruned = pruneObject(schema, object);
    const { metadata = {} } = object;
    const meta = conform({ metadata }, metadataType);
    return {
      value: fillObjectDefaults(schema, { ...pruned.value, ...meta.value }),
      unknown: [...pruned.dropped, ...meta.unknown],
    };
  };
}

/** A type of which only the metadata is known. */
function metadataSchema(builtin: Schema): ObjectSchema {
  const type = builtin.types.get(OBJECT_META);
  const field: FieldSchema = { value: type ?? { kind: 'any' }, required: false, pointer: false };
  return { kind: 'object', name: OBJECT_META, kinds: [], atomic: false, fields: new Map([['metadata', field]]) };
}
