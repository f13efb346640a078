import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import type { RecordedEvent } from '@kubemin/controller';
import { createInformer } from '@kubemin/kube';
import { core, networking } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { NetworkPolicy } from '@kubemin/kubeapi/types/networking.v1';
import { eventually, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { PolicyEnforcer } from './policy-enforcer.ts';

/** A policy of all pods, or of those that the selector has. */
function denyIngress(more: NetworkPolicy['spec'] = {}): NetworkPolicy {
  return {
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'deny' } },
    spec: { podSelector: {}, policyTypes: ['Ingress'], ...more },
  };
}

/** An enforcer on the node `n1` that follows a real API server, with a packet filter that only records. */
async function startEnforcer() {
  const cluster = await startTestCluster({ controllers: false });
  const stop = new AbortController();
  const common = { clock: systemClock, random: systemRandom, logger: silentLogger };
  const policies = createInformer({ client: cluster.client.resource(networking.v1.networkpolicies), ...common });
  const pods = createInformer({ client: cluster.client.resource(core.v1.pods), ...common });
  const namespaces = createInformer({ client: cluster.client.resource(core.v1.namespaces), ...common });
  const loaded: string[] = [];
  const events: RecordedEvent[] = [];
  const filter = { blocked: Promise.resolve(), failure: undefined as Error | undefined };
  const enforcer = new PolicyEnforcer({
    ...{ policies, pods, namespaces, clock: systemClock, logger: silentLogger },
    filter: {
      run: async (ruleset) => {
        await filter.blocked;
        if (filter.failure !== undefined) throw filter.failure;
        loaded.push(ruleset);
      },
    },
    node: { name: 'n1', dnsAddress: '10.96.0.10' },
    events: { record: (_object, event) => void events.push(event) },
  });
  for (const informer of [policies, pods, namespaces]) informer.start(stop.signal);
  const running = enforcer.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
    await cluster.close();
  });
  const createPod = (name: string): Promise<Pod> =>
    cluster.client.resource(core.v1.pods, 'default').create({
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name } },
      spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'host:1' }] },
    });
  return {
    ...{ enforcer, loaded, events, filter, createPod },
    client: cluster.client,
    policies: cluster.client.resource(networking.v1.networkpolicies, 'default'),
  };
}

const withAddress = (pod: Pod, podIP: string): Pod => ({ ...pod, status: { ...pod.status, podIP } });

test('a pod that starts waits until its policies are loaded, before the API server knows its address', async () => {
  const { enforcer, loaded, filter, policies, createPod } = await startEnforcer();
  const pod = await createPod('web');
  await policies.create(denyIngress());
  const block = Promise.withResolvers<void>();
  filter.blocked = block.promise;
  let isProtected = false;
  const protecting = enforcer.protect(withAddress(pod, '10.244.0.7')).then(() => {
    isProtected = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isProtected).toBe(false);
  block.resolve();
  await protecting;
  expect(loaded.at(-1)).toContain('10.244.0.7 : jump');
  // Further containers of the pod do not wait.
  filter.blocked = new Promise(() => undefined);
  await enforcer.protect(withAddress(pod, '10.244.0.7'));
});

test('a pod that is in no list yet is isolated as well', async () => {
  const { enforcer, policies, createPod } = await startEnforcer();
  await policies.create(denyIngress());
  await enforcer.protect(withAddress(await createPod('web'), '10.244.0.7'));
  const unknown = { name: 'fast', namespace: 'default', uid: 'fast' };
  const pod: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: unknown, spec: { nodeName: 'n1', containers: [] } };
  await enforcer.protect(withAddress(pod, '10.244.0.6'));
  expect(enforcer.rules.isolated.ingress.has('10.244.0.6')).toBe(true);
});

test('a pod does not start while its policies cannot be loaded', async () => {
  const { enforcer, filter, policies, createPod } = await startEnforcer();
  const pod = withAddress(await createPod('web'), '10.244.0.7');
  await policies.create(denyIngress());
  await eventually(() => enforcer.rules.isolated.ingress.size === 0);
  filter.failure = new Error('nft: Operation not permitted');
  await expect(enforcer.protect(pod)).rejects.toThrow(
    'network policies cannot be loaded: nft: Operation not permitted',
  );
  filter.failure = undefined;
  await enforcer.protect(pod);
  expect(enforcer.rules.isolated.ingress.size).toBe(1);
});

test('without policies nothing is loaded but the removal of what an earlier agent has left', async () => {
  const { enforcer, loaded, createPod } = await startEnforcer();
  for (const name of ['one', 'two']) await enforcer.protect(withAddress(await createPod(name), '10.244.0.8'));
  expect(loaded).toEqual(['table ip kubemin_policy\ndelete table ip kubemin_policy\n']);
});

test('the address of a pod that has ended belongs to the next pod alone', async () => {
  const { enforcer, client, policies, createPod } = await startEnforcer();
  const pods = client.resource(core.v1.pods, 'default');
  const old = await createPod('old');
  await pods.patch('old', { type: 'merge', body: { metadata: { labels: { app: 'old' } } } });
  await enforcer.protect(withAddress(old, '10.244.0.9'));
  await policies.create(denyIngress({ podSelector: { matchLabels: { app: 'old' } } }));
  await eventually(() => enforcer.rules.isolated.ingress.has('10.244.0.9'));
  const status = { phase: 'Succeeded', podIP: '10.244.0.9' };
  await pods.patch('old', { type: 'merge', body: { status } }, { subresource: 'status' });
  await enforcer.protect(withAddress(await createPod('new'), '10.244.0.9'));
  await eventually(() => !enforcer.rules.isolated.ingress.has('10.244.0.9'));
});

test('rules for SCTP are reported once for each version of a policy', async () => {
  const { enforcer, events, policies, createPod } = await startEnforcer();
  const ingress = [{ ports: [{ protocol: 'SCTP', port: 80 }] }];
  await policies.create(denyIngress({ ingress }));
  await eventually(() => events.length > 0);
  await enforcer.protect(withAddress(await createPod('web'), '10.244.0.7'));
  expect(events.map(({ reason }) => reason)).toEqual(['SCTPNotSupported']);
});
