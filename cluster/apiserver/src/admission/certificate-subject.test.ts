import 'reflect-metadata';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { expect, it } from 'vitest';
import { TestApi } from '../test-support/test-api.ts';

const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

async function requestFor(name: string, subject: string, signerName: string): Promise<unknown> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const request = await Pkcs10CertificateRequestGenerator.create({ name: subject, keys, signingAlgorithm: ALGORITHM });
  const encoded = Buffer.from(request.toString('pem')).toString('base64');
  return { metadata: { name }, spec: { request: encoded, signerName, usages: ['client auth'] } };
}

it('a request for a certificate of system:masters is refused', async () => {
  const api = await TestApi.start();
  try {
    const signer = 'kubernetes.io/kube-apiserver-client';
    const masters = await requestFor('masters', 'CN=me, O=friends, O=system:masters', signer);
    expect(await api.refused('POST', REQUESTS, { body: masters })).toMatchObject({
      code: 403,
      message: expect.stringContaining(`use of ${signer} signer with system:masters group is not allowed`),
    });
    await api.create(REQUESTS, await requestFor('friends', 'CN=me, O=friends', signer));
    await api.create(REQUESTS, await requestFor('elsewhere', 'CN=me, O=system:masters', 'example.com/signer'));
  } finally {
    await api.close();
  }
});
