import { type FieldError, isJsonArray, isJsonObject, type JsonValue, type KubeObject } from '@kubemin/kubeapi';
import type { FieldReader, Strategy } from '../../strategy/index.ts';
import type { DefinitionVersion } from '../definition/definition.ts';
import type { StructuralSchema } from '../schema/structural-schema.ts';
import { validateValue } from '../values/validate.ts';
import { evaluateJsonPath, parseJsonPath } from './json-path.ts';

/** What one version of a custom resource does. */
export function customStrategy(version: DefinitionVersion, schema: StructuralSchema): Strategy {
  const problems = (object: KubeObject, current?: KubeObject): readonly FieldError[] =>
    validateValue(schema, json(object), { old: current && json(current) });
  return {
    requiresResourceVersion: true,
    generation: true,
    selectableFields: selectableFields(version),
    prepareForCreate: version.subresources?.status === undefined ? (object) => object : withoutStatus,
    validateCreate: (object) => problems(object),
    validateUpdate: problems,
    validateStatus: problems,
  };
}

function selectableFields({
  selectableFields: fields = [],
}: DefinitionVersion): Readonly<Record<string, FieldReader<KubeObject>>> {
  const readers = fields.map(({ jsonPath }): [string, FieldReader<KubeObject>] => {
    const path = parseJsonPath(jsonPath) ?? [];
    return [jsonPath.replace(/^\./, ''), (object) => text(evaluateJsonPath(path, json(object))[0])];
  });
  return Object.fromEntries(readers);
}

/** New objects have none: it is written apart. */
function withoutStatus(object: KubeObject): KubeObject {
  const { status: _, ...rest } = { status: undefined, ...object };
  return rest;
}

function text(value: JsonValue | undefined): string {
  return value === undefined || value === null || isJsonArray(value) || isJsonObject(value) ? '' : String(value);
}

function json(object: KubeObject): JsonValue {
  return isJsonObject(object) ? object : {};
}
