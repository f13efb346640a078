import { ownEntry } from '@kubemin/base';
import { isJsonArray, isJsonObject, type JsonValue, type KubeObject } from '@kubemin/kubeapi';
import type { CustomResourceColumnDefinition } from '@kubemin/kubeapi/types/apiextensions.v1';
import { AGE, type Cell, type Column, type Columns, formatAge, NAME } from '../../registry/index.ts';
import { evaluateJsonPath, parseJsonPath } from './json-path.ts';

type CellReader = (value: JsonValue, now: number) => Cell;

const READERS: Readonly<Record<string, CellReader>> = {
  boolean: (value) => (typeof value === 'boolean' ? value : null),
  date: (value, now) => (typeof value === 'string' ? ageText(value, now) : null),
  integer: (value) => (typeof value === 'number' ? Math.trunc(value) : null),
  number: (value) => (typeof value === 'number' ? value : null),
  string: text,
};

/** What `kubectl get` shows of a custom resource: its name and its columns, or its age when it has none. */
export function printerColumns(definitions: readonly CustomResourceColumnDefinition[]): Columns {
  if (definitions.length === 0) return { columns: [NAME, { ...AGE, type: 'date' }] };
  return { columns: [NAME, ...definitions.map(printerColumn)] };
}

function printerColumn(definition: CustomResourceColumnDefinition): Column {
  const { name, type, format = '', priority = 0, jsonPath } = definition;
  const path = parseJsonPath(jsonPath);
  const read = ownEntry(READERS, type) ?? text;
  return {
    name,
    type,
    format,
    priority,
    description: definition.description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    cell(object, now) {
      const [value] = path === undefined ? [] : evaluateJsonPath(path, json(object));
      return value === undefined || value === null ? null : read(value, now);
    },
  };
}

/** An object as JSON: every object that is served is. */
function json(object: KubeObject): JsonValue {
  return isJsonObject(object) ? object : {};
}

function ageText(time: string, now: number): string {
  return Number.isNaN(Date.parse(time)) ? '<invalid>' : formatAge(time, now);
}

function text(value: JsonValue): string {
  return isJsonArray(value) || isJsonObject(value) ? JSON.stringify(value) : String(value);
}
