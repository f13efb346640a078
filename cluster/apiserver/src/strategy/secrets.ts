import { ownEntry } from '@kubemin/base';
import { fieldError, isJsonObject } from '@kubemin/kubeapi';
import type { Secret } from '@kubemin/kubeapi/types/core.v1';
import { dataKeyProblems } from './data-keys.ts';
import { immutable, type Problems } from './field-checks.ts';
import { frozenDataProblems } from './frozen-data.ts';
import type { Strategy } from './strategy.ts';

/** What the data of one config map or secret may take, decoded. */
export const MAX_DATA_BYTES = 1024 * 1024;

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
    // Said below: what is no JSON at all is refused like JSON that is no object.
    return [fieldError.invalid(`data[${key}]`, '<secret contents redacted>', 'invalid character in JSON text')];
  }
  return [fieldError.invalid(`data[${key}]`, '<secret contents redacted>', 'must be a JSON object')];
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
