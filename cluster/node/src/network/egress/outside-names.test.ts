import type { RecordedEvent } from '@kubemin/controller';
import type { Change } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { OutsideNames } from './outside-names.ts';
import { proxyEnvironment, withDefaults } from './proxy-environment.ts';

const podAt = (name: string, podIP?: string): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'shop', name, uid: `uid-${name}` },
  spec: { containers: [{ name: 'main' }] },
  status: { phase: 'Running', ...(podIP !== undefined && { podIP }) },
});

function start(egress: 'off' | 'proxy') {
  const clock = new ManualClock();
  const pods = new Map<string, Pod>();
  const handlers = new Set<(change: Change<Pod>) => void>();
  const events: string[] = [];
  const names = new OutsideNames({
    ...{ egress, clock, searches: ['corp.example'] },
    pods: {
      list: () => [...pods.values()],
      onChange: (handler) => {
        handlers.add(handler);
        return () => handlers.delete(handler);
      },
    },
    events: {
      record: (object: KubeObject, { type, reason, message }: RecordedEvent) => {
        events.push(`${object.metadata.name} ${type} ${reason}: ${message}`);
      },
    },
  });
  const put = (pod: Pod): void => {
    const key = pod.metadata.name ?? '';
    pods.set(key, pod);
    for (const handler of handlers) handler({ type: 'added', key, object: pod });
  };
  const remove = (pod: Pod): void => {
    const key = pod.metadata.name ?? '';
    pods.delete(key);
    for (const handler of handlers) handler({ type: 'deleted', key, object: pod, old: pod });
  };
  return { names, clock, events, put, remove };
}

test('a pod that asks for names outside gets one event, with the name and what to do', () => {
  const { names, events, put } = start('off');
  put(podAt('web', '10.244.0.5'));
  for (let count = 0; count < 3; count += 1) names.report('Example.com', '10.244.0.5');
  names.report('other.example.org', '10.244.0.5');
  expect(events).toEqual([
    'web Warning EgressDisabled: pod asked for Example.com; outgoing connections are off: start kubemin up with --egress proxy',
  ]);
});

test('with the proxy the event names the variables', () => {
  const { names, events, put } = start('proxy');
  put(podAt('web', '10.244.0.5'));
  names.report('example.com', '10.244.0.5');
  expect(events).toEqual([
    expect.stringMatching(/^web Warning EgressByProxyOnly: pod asked for example\.com.*HTTPS_PROXY/),
  ]);
});

test('names that programs do not mean to be outside are no event', () => {
  const { names, events, put } = start('off');
  put(podAt('web', '10.244.0.5'));
  for (const name of [
    'redis',
    'redis.shop.svc',
    'redis.corp.example',
    '5.0.244.10.in-addr.arpa',
    'a.svc.other',
    'x.local',
  ])
    names.report(name, '10.244.0.5');
  expect(events).toEqual([]);
});

test('a pod whose address is reported after its query gets the event, but not the next pod with the address', async () => {
  const { names, clock, events, put, remove } = start('off');
  names.report('example.com', '10.244.0.5');
  put(podAt('web'));
  expect(events).toEqual([]);
  put(podAt('web', '10.244.0.5'));
  expect(events).toHaveLength(1);
  remove(podAt('web', '10.244.0.5'));
  names.report('example.com', '10.244.0.5');
  await clock.advance(10_001);
  put(podAt('other', '10.244.0.5'));
  expect(events).toHaveLength(1);
});

test('variables of the proxy are set in both cases, where a container or its image has none', () => {
  const defaults = proxyEnvironment({ proxy: { host: '10.244.0.1', port: 3128 }, direct: ['localhost', '.svc'] });
  expect(withDefaults({ PATH: '/bin', no_proxy: 'own' }, defaults)).toEqual({
    PATH: '/bin',
    no_proxy: 'own',
    HTTPS_PROXY: 'http://10.244.0.1:3128',
    https_proxy: 'http://10.244.0.1:3128',
    NODE_USE_ENV_PROXY: '1',
  });
});
