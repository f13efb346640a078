import { deepEqual, type FieldError, fieldError } from '@kubemin/kubeapi';
import type { ConfigMap, Secret } from '@kubemin/kubeapi/types/core.v1';
import type { Strategy } from './strategy.ts';

/** Secrets: plain text given as stringData becomes data. */
export const secretStrategy: Strategy<Secret> = {
  selectableFields: { type: (secret) => secret.type ?? '' },

  defaults(secret) {
    const { stringData, ...rest } = secret;
    const type = secret.type ?? 'Opaque';
    if (stringData === undefined) return { ...rest, type };
    const encoded = Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
    return { ...rest, type, data: { ...secret.data, ...Object.fromEntries(encoded) } };
  },

  validate: (secret) => Object.keys(secret.data ?? {}).flatMap(dataKeyProblems),

  validateUpdate(secret, current) {
    if (secret.type !== current.type) return [fieldError.invalid('type', secret.type, 'field is immutable')];
    return frozenDataProblems(secret, current, ['data']);
  },
};

/** ConfigMaps. */
export const configMapStrategy: Strategy<ConfigMap> = {
  validate: (map) => [...Object.keys(map.data ?? {}), ...Object.keys(map.binaryData ?? {})].flatMap(dataKeyProblems),
  validateUpdate: (map, current) => frozenDataProblems(map, current, ['data', 'binaryData']),
};

interface Freezable {
  readonly immutable?: boolean;
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}

function frozenDataProblems(
  next: Freezable,
  current: Freezable,
  fields: readonly ('data' | 'binaryData')[],
): readonly FieldError[] {
  if (current.immutable !== true) return [];
  const rule = 'field is immutable when `immutable` is set';
  return [
    ...(next.immutable === true ? [] : [fieldError.forbidden('immutable', rule)]),
    ...fields
      .filter((field) => !deepEqual(next[field], current[field]))
      .map((field) => fieldError.forbidden(field, rule)),
  ];
}

function dataKeyProblems(key: string): readonly FieldError[] {
  if (/^[-._a-zA-Z0-9]{1,253}$/.test(key) && key !== '.' && !key.startsWith('..')) return [];
  const rule =
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
  return [fieldError.invalid(`data[${key}]`, key, rule)];
}
