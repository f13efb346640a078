import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeKind } from '../test-support/kind-suite.ts';
import { TestApi } from '../test-support/test-api.ts';
import { isStrictSubset, parseCidr } from './addresses.ts';

const INVALID = 'FieldValueInvalid';
const REQUIRED = 'FieldValueRequired';
const UNSUPPORTED = 'FieldValueNotSupported';
const FORBIDDEN = 'FieldValueForbidden';
const DUPLICATE = 'FieldValueDuplicate';
const NETWORKING = '/apis/networking.k8s.io/v1';
const service = { name: 's', port: { number: 80 } };
const path = (more: object): object => ({
  spec: { rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service }, ...more }] } }] },
});
const first = 'spec.rules[0].http.paths[0]';
const block = (ipBlock: object): object => ({ spec: { ingress: [{ from: [{ ipBlock }] }] } });

it('addresses are objects of their own names, of both families', async () => {
  const api = await TestApi.start();
  onTestFinished(() => api.close());
  const url = '/apis/networking.k8s.io/v1/ipaddresses';
  const spec = { parentRef: { resource: 'services', namespace: 'default', name: 'web' } };
  for (const name of ['192.0.2.7', '2001:db8::7']) await api.create(url, { metadata: { name }, spec });
  expect(await api.get(`${url}/2001:db8::7`)).toMatchObject({ spec });
  const other = await api.refused('POST', url, { body: { metadata: { name: 'web' }, spec } });
  expect(other.details?.causes).toMatchObject([{ field: 'metadata.name' }]);
  const free = await api.refused('POST', url, { body: { metadata: { name: '192.0.2.8' }, spec: {} } });
  expect(free.details?.causes).toMatchObject([{ field: 'spec.parentRef.resource' }, { field: 'spec.parentRef.name' }]);
});

describeKind({
  kind: 'services',
  url: '/api/v1/namespaces/default/services',
  minimal: { spec: { ports: [{ port: 80 }] } },
  defaulted: {
    spec: {
      type: 'ClusterIP',
      sessionAffinity: 'None',
      internalTrafficPolicy: 'Cluster',
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }],
    },
    status: { loadBalancer: {} },
  },
  accepted: [
    ['no ports without an address', { spec: { clusterIP: 'None', ports: null } }],
    [
      'one port over two protocols',
      {
        spec: {
          ports: [
            { name: 'a', port: 53 },
            { name: 'b', port: 53, protocol: 'UDP' },
          ],
        },
      },
    ],
    ['a name elsewhere', { spec: { type: 'ExternalName', externalName: 'db.example.com.', ports: null } }],
    ['health of nodes', { spec: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' } }],
  ],
  refused: [
    ['a name that starts with a digit', { metadata: { name: '1a' } }, `metadata.name ${INVALID}`],
    ['no ports', { spec: { ports: null } }, `spec.ports ${REQUIRED}`],
    [
      'ports without names',
      { spec: { ports: [{ port: 1 }, { port: 2 }] } },
      `spec.ports[0].name ${REQUIRED}`,
      `spec.ports[1].name ${REQUIRED}`,
    ],
    [
      'a port twice',
      {
        spec: {
          ports: [
            { name: 'a', port: 1 },
            { name: 'b', port: 1 },
          ],
        },
      },
      `spec.ports[1] ${DUPLICATE}`,
    ],
    [
      'a name of a port twice',
      {
        spec: {
          ports: [
            { name: 'a', port: 1 },
            { name: 'a', port: 2 },
          ],
        },
      },
      `spec.ports[1].name ${DUPLICATE}`,
    ],
    [
      'a port that is none',
      { spec: { ports: [{ port: 0 }] } },
      `spec.ports[0].port ${INVALID}`,
      `spec.ports[0].targetPort ${INVALID}`,
    ],
    [
      'an unknown protocol',
      { spec: { ports: [{ port: 1, protocol: 'IP' }] } },
      `spec.ports[0].protocol ${UNSUPPORTED}`,
    ],
    ['an unknown type', { spec: { type: 'Magic' } }, `spec.type ${UNSUPPORTED}`],
    [
      'a node port inside',
      { spec: { ports: [{ port: 80, nodePort: 30_001 }] } },
      `spec.ports[0].nodePort ${FORBIDDEN}`,
    ],
    [
      'a node port without an address',
      { spec: { type: 'NodePort', clusterIP: 'None' } },
      `spec.clusterIPs[0] ${INVALID}`,
    ],
    ['a name elsewhere that is missing', { spec: { type: 'ExternalName' } }, `spec.externalName ${REQUIRED}`],
    [
      'an address for a name elsewhere',
      { spec: { type: 'ExternalName', externalName: 'a', clusterIP: '10.96.0.9' } },
      `spec.clusterIPs ${FORBIDDEN}`,
    ],
    ['an unknown affinity', { spec: { sessionAffinity: 'Heart' } }, `spec.sessionAffinity ${UNSUPPORTED}`],
    [
      'an affinity for ever',
      { spec: { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } } } },
      `spec.sessionAffinityConfig.clientIP.timeoutSeconds ${INVALID}`,
    ],
    [
      'ranges without a balancer',
      { spec: { loadBalancerSourceRanges: ['10.0.0.0/8'] } },
      `spec.loadBalancerSourceRanges ${FORBIDDEN}`,
    ],
    [
      'a range that is none',
      { spec: { type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0/33'] } },
      `spec.loadBalancerSourceRanges[0] ${INVALID}`,
    ],
    ['outside traffic inside', { spec: { externalTrafficPolicy: 'Local' } }, `spec.externalTrafficPolicy ${INVALID}`],
    ['a health port for nobody', { spec: { healthCheckNodePort: 30_001 } }, `spec.healthCheckNodePort ${INVALID}`],
    [
      'addresses that disagree',
      { spec: { clusterIP: '10.96.0.8', clusterIPs: ['10.96.0.9'] } },
      `spec.clusterIPs ${INVALID}`,
    ],
    ['two families', { spec: { ipFamilyPolicy: 'RequireDualStack' } }, `spec.ipFamilyPolicy ${INVALID}`],
    ['a family without addresses', { spec: { ipFamilies: ['IPv6'] } }, `spec.ipFamilies[0] ${INVALID}`],
    ['an unknown distribution', { spec: { trafficDistribution: 'Near' } }, `spec.trafficDistribution ${UNSUPPORTED}`],
    ['an external address that is none', { spec: { externalIPs: ['x'] } }, `spec.externalIPs[0] ${INVALID}`],
  ],
  updated: [
    ['its type and back', { spec: { type: 'NodePort' } }],
    ['into a name elsewhere', { spec: { type: 'ExternalName', externalName: 'a', ports: null } }],
  ],
  unchangeable: [
    ['its address', { spec: { clusterIP: '10.96.0.77', clusterIPs: null } }, `spec.clusterIPs[0] ${INVALID}`],
  ],
});

describeKind({
  kind: 'ingresses',
  url: `${NETWORKING}/namespaces/default/ingresses`,
  minimal: path({}),
  accepted: [
    ['a wildcard', { spec: { rules: [{ host: '*.example.com' }] } }],
    ['just a default', { spec: { rules: null, defaultBackend: { service } } }],
  ],
  refused: [
    ['nothing to serve', { spec: { rules: null } }, `spec ${INVALID}`],
    ['an address as a host', { spec: { rules: [{ host: '1.2.3.4' }] } }, `spec.rules[0].host ${INVALID}`],
    ['a bad wildcard', { spec: { rules: [{ host: 'a.*.com' }] } }, `spec.rules[0].host ${INVALID}`],
    ['no paths', { spec: { rules: [{ http: { paths: [] } }] } }, `spec.rules[0].http.paths ${REQUIRED}`],
    ['no path type', path({ pathType: null }), `${first}.pathType ${REQUIRED}`],
    ['an unknown path type', path({ pathType: 'Regex' }), `${first}.pathType ${UNSUPPORTED}`],
    ['a relative path', path({ path: 'x' }), `${first}.path ${INVALID}`],
    ['a path with steps back', path({ path: '/a/../b' }), `${first}.path ${INVALID}`],
    ['no backend', path({ backend: {} }), `${first}.backend ${REQUIRED}`],
    [
      'a backend without a port',
      path({ backend: { service: { name: 's' } } }),
      `${first}.backend.service.port ${REQUIRED}`,
    ],
    [
      'a port by name and number',
      path({ backend: { service: { name: 's', port: { name: 'a', number: 1 } } } }),
      `${first}.backend ${INVALID}`,
    ],
    [
      'two classes',
      { metadata: { annotations: { 'kubernetes.io/ingress.class': 'a' } }, spec: { ingressClassName: 'b' } },
      `annotations.kubernetes.io/ingress.class ${INVALID}`,
    ],
  ],
});

describeKind({
  kind: 'ingress classes',
  url: `${NETWORKING}/ingressclasses`,
  minimal: { spec: { controller: 'example.com/in', parameters: { kind: 'K', name: 'n' } } },
  defaulted: { spec: { parameters: { scope: 'Cluster' } } },
  refused: [
    ['no controller', { spec: { controller: null } }, `spec.controller ${REQUIRED}`],
    ['a controller of no domain', { spec: { controller: 'in' } }, `spec.controller ${INVALID}`],
    [
      'parameters in no namespace',
      { spec: { parameters: { scope: 'Namespace' } } },
      `spec.parameters.namespace ${REQUIRED}`,
    ],
  ],
  unchangeable: [['the controller', { spec: { controller: 'example.com/out' } }, `spec.controller ${INVALID}`]],
});

describeKind({
  kind: 'network policies',
  url: `${NETWORKING}/namespaces/default/networkpolicies`,
  minimal: { spec: { ingress: [{ ports: [{ port: 80 }] }] } },
  defaulted: { spec: { podSelector: {}, policyTypes: ['Ingress'], ingress: [{ ports: [{ protocol: 'TCP' }] }] } },
  accepted: [['a hole in a network', block({ cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] })]],
  refused: [
    ['an unknown type', { spec: { policyTypes: ['Sideways'] } }, `spec.policyTypes[0] ${UNSUPPORTED}`],
    ['a peer that is none', { spec: { ingress: [{ from: [{}] }] } }, `spec.ingress[0].from[0] ${REQUIRED}`],
    [
      'two kinds of peer',
      { spec: { ingress: [{ from: [{ podSelector: {}, ipBlock: { cidr: '::/0' } }] }] } },
      `spec.ingress[0].from[0] ${FORBIDDEN}`,
    ],
    ['a network that is none', block({ cidr: '10.0.0.1' }), `spec.ingress[0].from[0].ipBlock.cidr ${INVALID}`],
    [
      'a hole elsewhere',
      block({ cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] }),
      `spec.ingress[0].from[0].ipBlock.except[0] ${INVALID}`,
    ],
    [
      'ports backwards',
      { spec: { ingress: [{ ports: [{ port: 9, endPort: 8 }] }] } },
      `spec.ingress[0].ports[0].endPort ${INVALID}`,
    ],
    [
      'the end of a name',
      { spec: { ingress: [{ ports: [{ port: 'a', endPort: 8 }] }] } },
      `spec.ingress[0].ports[0].endPort ${INVALID}`,
    ],
  ],
});

describeKind({
  kind: 'endpoint slices',
  url: '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices',
  minimal: { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }], ports: [{ port: 80 }] },
  defaulted: { ports: [{ name: '', protocol: 'TCP', port: 80 }] },
  refused: [
    ['no type', { addressType: null }, `addressType ${REQUIRED}`, `endpoints[0].addresses[0] ${INVALID}`],
    ['an address of another type', { endpoints: [{ addresses: ['::1'] }] }, `endpoints[0].addresses[0] ${INVALID}`],
    ['no address', { endpoints: [{ addresses: [] }] }, `endpoints[0].addresses ${REQUIRED}`],
    ['a name of a port twice', { ports: [{ name: 'a' }, { name: 'a' }] }, `ports[1].name ${DUPLICATE}`],
  ],
  unchangeable: [['its type', { addressType: 'IPv6', endpoints: [] }, `addressType ${INVALID}`]],
});

describeKind({
  kind: 'endpoints',
  url: '/api/v1/namespaces/default/endpoints',
  minimal: { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }] },
  defaulted: { subsets: [{ ports: [{ protocol: 'TCP' }] }] },
  refused: [
    ['no address', { subsets: [{ ports: [{ port: 1 }] }] }, `subsets[0] ${REQUIRED}`],
    ['an address that is none', { subsets: [{ addresses: [{ ip: 'x' }] }] }, `subsets[0].addresses[0].ip ${INVALID}`],
    [
      'ports without names',
      { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 1 }, { port: 2 }] }] },
      `subsets[0].ports[0].name ${REQUIRED}`,
      `subsets[0].ports[1].name ${REQUIRED}`,
    ],
  ],
});

describe('networks', () => {
  const cidrText = fc.oneof(
    fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })),
    fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })),
  );

  it('are read from every address and length', () => {
    fc.assert(fc.property(cidrText, ([ip, length]) => parseCidr(`${ip}/${length}`)?.prefix === length));
  });

  it('contain every longer prefix of an address of theirs, and never themselves', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 31 }), fc.integer({ min: 1, max: 32 }), (ip, length, more) => {
        const outer = parseCidr(`${ip}/${length}`);
        const inner = parseCidr(`${ip}/${Math.min(32, length + more)}`);
        if (outer === undefined || inner === undefined) throw new Error('not read');
        expect(isStrictSubset(inner, outer)).toBe(true);
        expect(isStrictSubset(outer, inner)).toBe(false);
        expect(isStrictSubset(outer, outer)).toBe(false);
      }),
    );
  });
});
