import type { CertificateAuthority, RequestedSubject } from '@kubemin/kubeapi';
import { certificates } from '@kubemin/kubeapi/resources';
import type { CertificateSigningRequest } from '@kubemin/kubeapi/types/certificates.v1';
import { ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runModule } from '../../test-support/run-module.ts';
import { certificateController } from './certificate-controller.ts';
import { NODE_CLIENT_SIGNER } from './signer-rules.ts';

const NODE: RequestedSubject = {
  commonName: 'system:node:a',
  organizations: ['system:nodes'],
  dnsNames: [],
  addresses: [],
  otherNames: [],
};

/** Reads every request as that of a node, and signs by name: what a real one does is proved beside it. */
const authority: CertificateAuthority = {
  ca: 'ca',
  read: async () => NODE,
  sign: async ({ usages, expirationSeconds }) => `signed for ${usages.join()} and ${expirationSeconds} s`,
};

let cluster: TestCluster;
let clock: ManualClock;
let stop: () => Promise<void>;
beforeEach(async () => {
  clock = new ManualClock();
  cluster = await startTestCluster({ controllers: false, clock });
  stop = await runModule(cluster.client, certificateController(authority), clock);
});
afterEach(async () => {
  await stop();
  await cluster.close();
});

const requests = () => cluster.client.resource(certificates.v1.certificatesigningrequests);
const PEM = '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n';

function request(name: string, change: Partial<CertificateSigningRequest['spec']> = {}): CertificateSigningRequest {
  const spec = {
    request: Buffer.from(PEM).toString('base64'),
    signerName: NODE_CLIENT_SIGNER,
    usages: ['digital signature', 'client auth'],
    expirationSeconds: 3600,
    ...change,
  };
  return { apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest', metadata: { name }, spec };
}

async function approve(name: string): Promise<void> {
  const known = await requests().get(name);
  const conditions = [{ type: 'Approved', status: 'True', reason: 'Test', message: 'by hand' }];
  await requests().update({ ...known, status: { conditions } }, { subresource: 'approval' });
  await clock.advance(1_000);
}

const getCertificate = async (name: string) =>
  Buffer.from((await requests().get(name)).status?.certificate ?? '', 'base64').toString();

test('the request of a node is approved and signed automatically, and deleted later', async () => {
  await requests().create(request('node'));
  await clock.advance(1_000);
  expect((await requests().get('node')).status?.conditions).toMatchObject([
    { type: 'Approved', reason: 'AutoApproved', status: 'True' },
  ]);
  expect(await getCertificate('node')).toBe('signed for digital signature,client auth and 3600 s');
  await clock.advance(3_590_000);
  expect(await requests().find('node')).toBeDefined();
  await clock.advance(20_000);
  expect(await requests().find('node')).toBeUndefined();
});

test('others wait for an approval, and are deleted after a time', async () => {
  await requests().create(request('person', { signerName: 'kubernetes.io/legacy-unknown' }));
  await requests().create(request('ignored', { signerName: 'kubernetes.io/legacy-unknown' }));
  await clock.advance(1_000);
  expect((await requests().get('person')).status?.conditions).toBeUndefined();
  await approve('person');
  expect(await getCertificate('person')).toContain('signed for');
  await clock.advance(24 * 3_600_000);
  expect(await requests().find('ignored')).toBeUndefined();
});

test('an approved request that may not be signed fails with its reason; other signers are left alone', async () => {
  await requests().create(request('odd', { signerName: 'kubernetes.io/kubelet-serving' }));
  await requests().create(request('foreign', { signerName: 'example.com/mine' }));
  await approve('odd');
  await approve('foreign');
  expect((await requests().get('odd')).status?.conditions?.[1]).toMatchObject({
    type: 'Failed',
    reason: 'SignerValidationFailure',
    message: 'at least one DNS or IP subjectAltName is required',
  });
  expect(await getCertificate('foreign')).toBe('');
});
