import { Disposables, systemClock } from '@kubemin/base';
import { createKubeClient, httpTransport, type KubeClient } from '@kubemin/kube';
import type { UserInfo } from '@kubemin/kubeapi';
import { core, rbac } from '@kubemin/kubeapi/resources';
import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import { startTestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APIEXT_RULES } from '../resource/rbac-rules.ts';
import { callerTransports } from './caller-transports.ts';
import { tokenReviewAuthenticator } from './token-review-authenticator.ts';

/** Callers as clusters describe them: tokens of pods come with a uid, groups and what identifies the token. */
const CALLERS: readonly UserInfo[] = [
  { username: 'ada', groups: ['crew'] },
  {
    username: 'system:serviceaccount:default:robot',
    uid: '0f8fad5b-d9cb-469f-a165-70867728950e',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    extra: { 'authentication.kubernetes.io/credential-id': ['JTI=1'], 'example.com/scopes': ['read', 'write'] },
  },
];

const open = new Disposables();
let userClient: (caller: string) => Promise<KubeClient>;

beforeAll(async () => {
  const users = [{ username: 'program', groups: [] }, ...CALLERS].map((user) => ({ token: user.username, user }));
  const cluster = await startTestCluster({ transport: 'http', controllers: false, users });
  open.add(() => cluster.close());
  await grant(cluster.client, 'program', APIEXT_RULES);
  for (const { username } of CALLERS) {
    await grant(cluster.client, username, [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }]);
  }
  const access = { ...cluster.address, token: 'program' };
  const own = httpTransport(access);
  open.add(() => own.close());
  const callers = callerTransports(access);
  open.add(() => callers.close());
  const gate = tokenReviewAuthenticator({
    reviewClient: createKubeClient(own.handler),
    handlerFor: (user) => callers.handlerFor(user),
    clock: systemClock,
  });
  const { signal } = new AbortController();
  userClient = async (caller) => createKubeClient(await gate.handlerFor({ authorization: `Bearer ${caller}` }, signal));
});
afterAll(() => open.dispose());

test.each(CALLERS)(
  '$username is served by a program with the rights that are asked for, and with no more than their own',
  async ({ username }) => {
    const client = await userClient(username);
    await expect(client.resource(core.v1.configmaps, 'default').list()).resolves.toMatchObject({ items: [] });
    await expect(client.resource(core.v1.secrets, 'default').list()).rejects.toMatchObject({
      message: expect.stringContaining(`User "${username}" cannot list resource "secrets"`),
    });
  },
);

async function grant(client: KubeClient, user: string, rules: readonly PolicyRule[]): Promise<void> {
  const metadata = { name: user };
  const group = { apiVersion: 'rbac.authorization.k8s.io/v1' } as const;
  await client.resource(rbac.v1.clusterroles).create({ ...group, kind: 'ClusterRole', metadata, rules });
  await client.resource(rbac.v1.clusterrolebindings).create({
    ...group,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: user },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  });
}
