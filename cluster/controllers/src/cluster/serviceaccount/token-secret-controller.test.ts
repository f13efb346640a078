import { core } from '@kubemin/kubeapi/resources';
import type { Secret } from '@kubemin/kubeapi/types/core.v1';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../../test-support/describe-cluster.ts';

function tokenSecret(name: string, account: string): Secret {
  const metadata = { name, annotations: { 'kubernetes.io/service-account.name': account } };
  return { apiVersion: 'v1', kind: 'Secret', metadata, type: 'kubernetes.io/service-account-token' };
}

describeCluster('a secret for the token of a service account', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ serviceAccountTokens: true });
  });
  afterAll(() => cluster.close());

  test('is filled, and goes with its account; without an account it is not kept', async () => {
    const accounts = cluster.client.resource(core.v1.serviceaccounts, 'default');
    const secrets = cluster.client.resource(core.v1.secrets, 'default');
    const gone = async (name: string) => (await secrets.find(name)) === undefined;
    const account = await accounts.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } });
    await secrets.create(tokenSecret('robot-token', 'robot'));
    const filled = await eventually(() => secrets.get('robot-token'), {
      until: ({ data }) => data?.token !== undefined,
    });
    expect(filled.metadata.annotations?.['kubernetes.io/service-account.uid']).toBe(account.metadata.uid);
    expect(Buffer.from(filled.data?.namespace ?? '', 'base64').toString()).toBe('default');
    const [, claims = ''] = Buffer.from(filled.data?.token ?? '', 'base64')
      .toString()
      .split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      sub: 'system:serviceaccount:default:robot',
    });
    await secrets.create(tokenSecret('nobodys', 'nobody'));
    await eventually(() => gone('nobodys'));
    await accounts.delete('robot');
    await eventually(() => gone('robot-token'));
  });
});
