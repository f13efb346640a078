import type { RequestedSubject } from '@kubemin/kubeapi';
import type { CertificateSigningRequest } from '@kubemin/kubeapi/types/certificates.v1';
import { describe, expect, test } from 'vitest';
import { expiresAt, requestStage } from './certificate-controller.ts';
import { isOurSigner, NODE_CLIENT_SIGNER, recognitions, signerProblem } from './signer-rules.ts';

const NODE: RequestedSubject = {
  commonName: 'system:node:a',
  organizations: ['system:nodes'],
  dnsNames: [],
  addresses: [],
  otherNames: [],
};
const CLIENT = ['digital signature', 'key encipherment', 'client auth'];
const SERVER = ['digital signature', 'server auth'];

describe('what each signer signs', () => {
  const client = 'kubernetes.io/kube-apiserver-client';
  const serving = 'kubernetes.io/kubelet-serving';
  test.each<[string, string, Partial<RequestedSubject>, readonly string[], string | undefined]>([
    ['a person', client, { commonName: 'alice', organizations: ['dev'] }, CLIENT, undefined],
    ['a person who wants to be a server', client, {}, SERVER, 'usages did not contain "client auth"'],
    [
      'a person who wants to be both',
      client,
      {},
      [...CLIENT, 'server auth'],
      'usage "server auth" is not allowed: use client auth, digital signature, key encipherment',
    ],
    ['a node', NODE_CLIENT_SIGNER, {}, CLIENT, undefined],
    [
      'a node of more groups',
      NODE_CLIENT_SIGNER,
      { organizations: ['system:nodes', 'system:masters'] },
      CLIENT,
      'subject organization is not system:nodes',
    ],
    [
      'a user as a node',
      NODE_CLIENT_SIGNER,
      { commonName: 'alice' },
      CLIENT,
      'subject common name does not begin with system:node:',
    ],
    [
      'a node client with names',
      NODE_CLIENT_SIGNER,
      { dnsNames: ['a'] },
      CLIENT,
      'DNS and IP subjectAltNames are not allowed',
    ],
    ['a node that serves', serving, { addresses: ['10.0.0.1'] }, SERVER, undefined],
    ['a node that serves nowhere', serving, {}, SERVER, 'at least one DNS or IP subjectAltName is required'],
    [
      'a node that serves mail',
      serving,
      { dnsNames: ['a'], otherNames: ['a@b'] },
      SERVER,
      'email and URI subjectAltNames are not allowed',
    ],
    ['anything of old', 'kubernetes.io/legacy-unknown', { commonName: 'x' }, ['code signing'], undefined],
  ])('%s', (_, signer, subject, usages, problem) => {
    expect(signerProblem(signer, { subject: { ...NODE, ...subject }, usages })).toBe(problem);
  });

  test('signers of others are left to them', () => {
    expect([isOurSigner('example.com/mine'), isOurSigner(serving)]).toEqual([false, true]);
  });
});

function request(
  change: Partial<CertificateSigningRequest['spec']> = {},
  status?: CertificateSigningRequest['status'],
): CertificateSigningRequest {
  return {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { request: '', signerName: NODE_CLIENT_SIGNER, usages: CLIENT, username: 'system:node:a', ...change },
    ...(status && { status }),
  };
}

test('a node may renew its own by one right, and join by another; other requests are not recognised', () => {
  const rights = (spec: Partial<CertificateSigningRequest['spec']>, subject = NODE) =>
    recognitions(request(spec), { subject, usages: CLIENT }).map(({ subresource }) => subresource);
  expect(rights({})).toEqual(['selfnodeclient', 'nodeclient']);
  expect(rights({ username: 'system:bootstrap:abc' })).toEqual(['nodeclient']);
  expect(rights({ signerName: 'kubernetes.io/kube-apiserver-client' })).toEqual([]);
  expect(rights({}, { ...NODE, organizations: ['system:masters'] })).toEqual([]);
});

test.each<[string, CertificateSigningRequest['status'], string, string]>([
  ['one without a decision is kept for a day', undefined, 'pending', '2026-01-02T00:00:00.000Z'],
  [
    'one that was denied for an hour from then',
    { conditions: [{ type: 'Denied', status: 'True', lastUpdateTime: '2026-01-01T05:00:00Z' }] },
    'denied',
    '2026-01-01T06:00:00.000Z',
  ],
  [
    'one that was signed, too',
    { certificate: 'eA==', conditions: [{ type: 'Approved', status: 'True', lastUpdateTime: '2026-01-01T05:00:00Z' }] },
    'issued',
    '2026-01-01T06:00:00.000Z',
  ],
])('%s', (_, status, stage, until) => {
  const kept = request({}, status);
  expect([requestStage(kept), new Date(expiresAt(kept)).toISOString()]).toEqual([stage, until]);
});
