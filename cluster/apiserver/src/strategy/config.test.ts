import { describeKind } from '../test-support/kind-suite.ts';

const INVALID = 'FieldValueInvalid';
const REQUIRED = 'FieldValueRequired';
const FORBIDDEN = 'FieldValueForbidden';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const MIB = 1024 * 1024;

describeKind({
  kind: 'config maps',
  url: '/api/v1/namespaces/default/configmaps',
  minimal: { immutable: true, data: { a: 'b' } },
  accepted: [['just as much as fits', { data: { a: 'x'.repeat(MIB) } }]],
  refused: [
    ['a key that is no file', { data: { 'a/b': '' } }, `data[a/b] ${INVALID}`],
    ['a key that climbs', { data: { '..x': '' } }, `data[..x] ${INVALID}`],
    ['a key twice', { binaryData: { a: 'YQ==' } }, `data[a] ${INVALID}`],
    ['more than fits', { data: { a: 'x'.repeat(MIB + 1) } }, '[] FieldValueTooLong'],
    [
      'more than fits, in two parts',
      { data: { a: 'x'.repeat(MIB) }, binaryData: { b: base64('y') } },
      '[] FieldValueTooLong',
    ],
  ],
  unchangeable: [
    ['its data', { data: { a: 'c' } }, `data ${FORBIDDEN}`],
    ['that it is immutable', { immutable: false }, `immutable ${FORBIDDEN}`],
  ],
});

describeKind({
  kind: 'secrets',
  url: '/api/v1/namespaces/default/secrets',
  minimal: { data: { a: 'YQ==' } },
  defaulted: { type: 'Opaque' },
  accepted: [
    [
      'a docker configuration',
      { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': base64('{"auths":{}}') } },
    ],
    ['a certificate', { type: 'kubernetes.io/tls', stringData: { 'tls.crt': '', 'tls.key': '' } }],
    ['a user without a password', { type: 'kubernetes.io/basic-auth', stringData: { username: 'u' } }],
  ],
  refused: [
    ['a bad key', { data: { 'a b': '' } }, `data[a b] ${INVALID}`],
    ['more than fits', { stringData: { a: 'x'.repeat(MIB + 1) } }, 'data FieldValueTooLong'],
    [
      'a docker configuration that is not there',
      { type: 'kubernetes.io/dockerconfigjson' },
      `data[.dockerconfigjson] ${REQUIRED}`,
    ],
    [
      'a docker configuration that is none',
      { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': 'x' } },
      `data[.dockerconfigjson] ${INVALID}`,
    ],
    ['half a certificate', { type: 'kubernetes.io/tls', stringData: { 'tls.crt': '' } }, `data[tls.key] ${REQUIRED}`],
    [
      'a login without anything',
      { type: 'kubernetes.io/basic-auth' },
      `data[username] ${REQUIRED}`,
      `data[password] ${REQUIRED}`,
    ],
    ['no private key', { type: 'kubernetes.io/ssh-auth' }, `data[ssh-privatekey] ${REQUIRED}`],
    [
      'a token of nobody',
      { type: 'kubernetes.io/service-account-token' },
      `metadata.annotations[kubernetes.io/service-account.name] ${REQUIRED}`,
    ],
  ],
  updated: [['its data', { stringData: { a: 'c' } }]],
  unchangeable: [['its type', { type: 'other' }, `type ${INVALID}`]],
});
