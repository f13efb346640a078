import type { Pod, Service, ServiceSpec } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import { serviceVariables } from './service-variables.ts';

const service = (name: string, spec: ServiceSpec): Service => ({
  ...{ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'shop' }, spec },
});
const API = service('kubernetes', { clusterIP: '10.96.0.1', ports: [{ name: 'https', port: 443, protocol: 'TCP' }] });
const SERVICES = [
  service('order-db', {
    clusterIP: '10.96.0.7',
    ports: [
      { name: 'pg-main', port: 5432, protocol: 'TCP' },
      { port: 53, protocol: 'UDP' },
    ],
  }),
  service('headless', { clusterIP: 'None', ports: [{ port: 80 }] }),
  service('elsewhere', { type: 'ExternalName', externalName: 'example.com' }),
];

function variables(enableServiceLinks?: boolean): Readonly<Record<string, string>> {
  const pod: Pod = {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop' } },
    spec: { containers: [], ...(enableServiceLinks !== undefined && { enableServiceLinks }) },
  };
  const list = (namespace: string) => (namespace === 'shop' ? SERVICES : []);
  return Object.fromEntries(serviceVariables(pod, API, list));
}

test('a pod finds the services of its namespace in variables, by name, port and protocol', () => {
  const { KUBERNETES_SERVICE_HOST, ...found } = variables();
  expect(KUBERNETES_SERVICE_HOST).toBe('10.96.0.1');
  expect(Object.fromEntries(Object.entries(found).filter(([name]) => !name.startsWith('KUBERNETES_')))).toEqual({
    ORDER_DB_SERVICE_HOST: '10.96.0.7',
    ORDER_DB_SERVICE_PORT: '5432',
    ORDER_DB_SERVICE_PORT_PG_MAIN: '5432',
    ORDER_DB_PORT: 'tcp://10.96.0.7:5432',
    ORDER_DB_PORT_5432_TCP: 'tcp://10.96.0.7:5432',
    ORDER_DB_PORT_5432_TCP_PROTO: 'tcp',
    ORDER_DB_PORT_5432_TCP_PORT: '5432',
    ORDER_DB_PORT_5432_TCP_ADDR: '10.96.0.7',
    ORDER_DB_PORT_53_UDP: 'udp://10.96.0.7:53',
    ORDER_DB_PORT_53_UDP_PROTO: 'udp',
    ORDER_DB_PORT_53_UDP_PORT: '53',
    ORDER_DB_PORT_53_UDP_ADDR: '10.96.0.7',
  });
});

test('a pod without service links finds the API server alone', () => {
  const names = Object.keys(variables(false));
  expect(names).toContain('KUBERNETES_SERVICE_PORT_HTTPS');
  expect(names.filter((name) => !name.startsWith('KUBERNETES_'))).toEqual([]);
});
