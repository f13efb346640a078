import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { describe, expect, test } from 'vitest';
import { resolvConf } from './resolv-conf.ts';

const NODE = {
  clusterDns: ['10.96.0.10'],
  clusterDomain: 'cluster.local',
  hostResolvConf:
    '# made by hand\nnameserver 192.0.2.53\nnameserver 192.0.2.54 ; spare\nsearch example.org\noptions timeout:1\n',
};

function makePod(spec: Partial<NonNullable<Pod['spec']>>): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name: 'web' },
    spec: { containers: [], ...spec },
  };
}

const CLUSTER = `search shop.svc.cluster.local svc.cluster.local cluster.local example.org
nameserver 10.96.0.10
options ndots:5
`;
const HOST = `search example.org
nameserver 192.0.2.53
nameserver 192.0.2.54
options timeout:1
`;

describe('by policy', () => {
  test.each([
    ['none given', {}, CLUSTER],
    ['ClusterFirst', { dnsPolicy: 'ClusterFirst' }, CLUSTER],
    ['ClusterFirst in the network of the node', { dnsPolicy: 'ClusterFirst', hostNetwork: true }, HOST],
    ['ClusterFirstWithHostNet', { dnsPolicy: 'ClusterFirstWithHostNet', hostNetwork: true }, CLUSTER],
    ['Default', { dnsPolicy: 'Default' }, HOST],
    ['None', { dnsPolicy: 'None', dnsConfig: { nameservers: ['192.0.2.1'] } }, 'nameserver 192.0.2.1\n'],
  ])('%s', (_, spec, text) => {
    expect(resolvConf(makePod(spec), NODE)).toBe(text);
  });

  test('ClusterFirst without a cluster DNS is what the node has', () => {
    expect(resolvConf(makePod({}), { ...NODE, clusterDns: [] })).toBe(HOST);
  });
});

test('dnsConfig is added; its options replace those of the same name', () => {
  const dnsConfig = {
    nameservers: ['192.0.2.1', '10.96.0.10'],
    searches: ['corp.example', 'svc.cluster.local'],
    options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }],
  };
  expect(
    resolvConf(makePod({ dnsConfig }), NODE),
  ).toBe(`search shop.svc.cluster.local svc.cluster.local cluster.local example.org corp.example
nameserver 10.96.0.10
nameserver 192.0.2.1
options ndots:2 edns0
`);
});

test('no more than resolvers read: three name servers, 32 search domains, 2,048 characters', () => {
  const nameservers = [1, 2, 3, 4].map((n) => `192.0.2.${n}`);
  const short = Array.from({ length: 40 }, (_, index) => `d${index}.example`);
  const long = Array.from({ length: 20 }, (_, index) => `${'x'.repeat(60)}.${'y'.repeat(60)}.d${index}`);
  const many = resolvConf(makePod({ dnsPolicy: 'None', dnsConfig: { nameservers, searches: short } }), NODE);
  expect(many.match(/^nameserver/gm)).toHaveLength(3);
  expect(many.match(/^search (.*)$/m)?.[1]?.split(' ')).toHaveLength(32);
  const wide = resolvConf(makePod({ dnsPolicy: 'None', dnsConfig: { nameservers, searches: long } }), NODE);
  expect(wide.match(/^search (.*)$/m)?.[1]?.length).toBeLessThanOrEqual(2_048);
});
