import type { CertificateAuthority } from '@kubemin/kubeapi';
import { certificates } from '@kubemin/kubeapi/resources';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { NODE_CLIENT_SIGNER } from './signer-rules.ts';

const authority: CertificateAuthority = {
  ca: 'ca',
  read: async () => ({
    commonName: 'system:node:a',
    organizations: ['system:nodes'],
    dnsNames: [],
    addresses: [],
    otherNames: [],
  }),
  sign: async () => 'signed',
};
const PEM = '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n';

describeCluster('a request for the certificate of a node', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ builtin: { authority } });
  });
  afterAll(() => cluster.close());

  test('is approved and signed', async () => {
    const requests = cluster.client.resource(certificates.v1.certificatesigningrequests);
    await requests.create({
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name: 'node' },
      spec: {
        request: Buffer.from(PEM).toString('base64'),
        signerName: NODE_CLIENT_SIGNER,
        usages: ['digital signature', 'client auth'],
      },
    });
    const { status } = await eventually(() => requests.get('node'), {
      until: (one) => one.status?.certificate !== undefined,
    });
    expect(Buffer.from(status?.certificate ?? '', 'base64').toString()).toBe('signed');
    expect(status?.conditions).toMatchObject([{ type: 'Approved', reason: 'AutoApproved' }]);
  });
});
