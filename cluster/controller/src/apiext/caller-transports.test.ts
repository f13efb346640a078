import { Disposables } from '@kubemin/base';
import { createKubeClient } from '@kubemin/kube';
import { authentication } from '@kubemin/kubeapi/resources';
import { startTestCluster } from '@kubemin/testing';
import { afterEach, expect, test } from 'vitest';
import { callerTransports } from './caller-transports.ts';

const open = new Disposables();
afterEach(() => open.dispose());

test('a caller is the same to the cluster as to us, whatever characters their names hold', async () => {
  const cluster = await startTestCluster({ controllers: false, transport: 'http' });
  open.add(cluster.close);
  const callers = callerTransports(cluster.address);
  open.add(() => callers.close());
  const user = {
    username: '张三',
    uid: 'ü-1',
    groups: ['运维组', 'x, system:masters', 'system:authenticated'],
    extra: { scopes: ['只读', 'a, b'] },
  };
  const reviews = createKubeClient(callers.handlerFor(user)).resource(authentication.v1.selfsubjectreviews);
  const { status } = await reviews.create({
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'SelfSubjectReview',
    metadata: {},
  });
  expect(status?.userInfo).toEqual(user);
});
