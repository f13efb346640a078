import { ownEntry } from '@kubemin/base';
import { deepEqual, fieldError, isJsonObject } from '@kubemin/kubeapi';
import type { ConfigMap, Secret } from '@kubemin/kubeapi/types/core.v1';
import { dataKeyProblems, isDataKey } from './data-keys.ts';
import { immutable, type Problems } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

/** What the data of one config map or secret may take, decoded. */
const MAX_DATA_BYTES = 1024 * 1024;

const SERVICE_ACCOUNT_ANNOTATION = 'kubernetes.io/service-account.name';

/** Secrets: plain text given as stringData becomes data, and known types hold what they promise. */
export const secretStrategy: Strategy<Secret> = {
  selectableFields: { type: (secret) => secret.type ?? '' },

  defaults(secret) {
    const { stringData, ...rest } = secret;
    const type = secret.type ?? 'Opaque';
    if (stringData === undefined) return { ...rest, type };
    const encoded = Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
    return { ...rest, type, data: { ...secret.data, ...Object.fromEntries(encoded) } };
  },

  validate(secret) {
    const data = Object.entries(secret.data ?? {});
    const size = data.reduce((sum, [, value]) => sum + Buffer.byteLength(value, 'base64'), 0);
    return [
      ...data.flatMap(([key, value]) => [
        ...dataKeyProblems(`data[${key}]`, key),
        ...(isBase64(value) ? [] : [fieldError.invalid(`data[${key}]`, '<redacted>', 'must be base64 encoded')]),
      ]),
      ...(size > MAX_DATA_BYTES ? [fieldError.tooLong('data', MAX_DATA_BYTES)] : []),
      ...(ownEntry(TYPES, secret.type ?? '')?.(secret) ?? []),
    ];
  },

  validateUpdate: (secret, current) => [
    ...immutable('type', secret.type, current.type),
    ...frozenDataProblems(secret, current, ['data']),
  ],
};

/** What each well-known type promises; others hold what they like. */
const TYPES: Readonly<Record<string, (secret: Secret) => Problems>> = {
  'kubernetes.io/service-account-token': ({ metadata }) =>
    (metadata.annotations?.[SERVICE_ACCOUNT_ANNOTATION] ?? '') === ''
      ? [fieldError.required(`metadata.annotations[${SERVICE_ACCOUNT_ANNOTATION}]`)]
      : [],
  'kubernetes.io/dockercfg': (secret) => jsonProblems(secret, '.dockercfg'),
  'kubernetes.io/dockerconfigjson': (secret) => jsonProblems(secret, '.dockerconfigjson'),
  'kubernetes.io/basic-auth': ({ data = {} }) =>
    Object.hasOwn(data, 'username') || Object.hasOwn(data, 'password')
      ? []
      : [fieldError.required('data[username]'), fieldError.required('data[password]')],
  'kubernetes.io/ssh-auth': ({ data = {} }) =>
    (data['ssh-privatekey'] ?? '') === '' ? [fieldError.required('data[ssh-privatekey]')] : [],
  'kubernetes.io/tls': ({ data = {} }) =>
    ['tls.crt', 'tls.key'].filter((key) => !Object.hasOwn(data, key)).map((key) => fieldError.required(`data[${key}]`)),
};

function jsonProblems({ data = {} }: Secret, key: string): Problems {
  const value = data[key];
  if (value === undefined) return [fieldError.required(`data[${key}]`)];
  try {
    const parsed: unknown = JSON.parse(Buffer.from(value, 'base64').toString());
    if (isJsonObject(parsed)) return [];
  } catch {
    // Reported below: invalid JSON is refused like JSON that is no object.
    return [fieldError.invalid(`data[${key}]`, '<secret contents redacted>', 'invalid character in JSON text')];
  }
  return [fieldError.invalid(`data[${key}]`, '<secret contents redacted>', 'must be a JSON object')];
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

const NOTHING: Readonly<Record<string, string>> = {};
const NO_PROBLEMS: Problems = [];

/** ConfigMaps: keys that can be files, no more than fits, and nothing changes once they are immutable. */
export const configMapStrategy: Strategy<ConfigMap> = {
  validate({ data = NOTHING, binaryData = NOTHING }) {
    const text = Object.keys(data);
    const binary = Object.keys(binaryData);
    let size = 0;
    for (const key of text) size += Buffer.byteLength(data[key] ?? '');
    for (const key of binary) size += Buffer.byteLength(binaryData[key] ?? '', 'base64');
    // Config maps are written more than anything else: those that are right get by without a list of their problems.
    if (size <= MAX_DATA_BYTES && binary.length === 0 && text.every(isDataKey)) return NO_PROBLEMS;
    return [
      ...text.flatMap((key) => dataKeyProblems(`data[${key}]`, key)),
      ...text
        .filter((key) => Object.hasOwn(binaryData, key))
        .map((key) => fieldError.invalid(`data[${key}]`, key, 'duplicate of key present in binaryData')),
      ...binary.flatMap((key) => dataKeyProblems(`binaryData[${key}]`, key)),
      ...(size > MAX_DATA_BYTES ? [fieldError.tooLong('[]', MAX_DATA_BYTES)] : []),
    ];
  },

  validateUpdate: (map, current) => frozenDataProblems(map, current, ['data', 'binaryData']),
};

/** What config maps and secrets have in common. */
interface Freezable {
  readonly immutable?: boolean;
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}

const RULE = 'field is immutable when `immutable` is set';

/** Once data is immutable, neither it nor that can change. */
function frozenDataProblems(next: Freezable, current: Freezable, fields: readonly ('data' | 'binaryData')[]): Problems {
  if (current.immutable !== true) return [];
  return [
    ...(next.immutable === true ? [] : [fieldError.forbidden('immutable', RULE)]),
    ...fields
      .filter((field) => !deepEqual(next[field], current[field]))
      .map((field) => fieldError.forbidden(field, RULE)),
  ];
}
