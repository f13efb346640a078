import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { HealthCheckPorts } from './health-check-ports.ts';

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

async function read(port: number): Promise<unknown> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`);
    const weight = response.headers.get('x-load-balancing-endpoint-weight');
    return [response.status, weight, await response.json()];
  } catch {
    return 'refused';
  }
}

test('a load balancer is sent away from nodes without endpoints, and the port closes with the service', async () => {
  const ports = new HealthCheckPorts('127.0.0.1');
  onTestFinished(() => ports.close());
  const port = await findFreePort();
  const service = { namespace: 'shop', name: 'web' };
  expect(await ports.apply(new Map([[port, { ...service, localEndpoints: 2 }]]))).toEqual([]);
  expect(await read(port)).toEqual([200, '2', { service, localEndpoints: 2, serviceProxyHealthy: true }]);
  await ports.apply(new Map([[port, { ...service, localEndpoints: 0 }]]));
  expect(await read(port)).toEqual([503, '0', { service, localEndpoints: 0, serviceProxyHealthy: true }]);
  await ports.apply(new Map());
  expect(await read(port)).toBe('refused');
});

test('a port that is taken is reported, and served when it is free', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const ports = new HealthCheckPorts('127.0.0.1');
  onTestFinished(() => ports.close());
  const checks = new Map([[port, { namespace: 'shop', name: 'web', localEndpoints: 1 }]]);
  expect(await ports.apply(checks)).toMatchObject([{ code: 'PORT_TAKEN' }]);
  other.close();
  await once(other, 'close');
  expect(await ports.apply(checks)).toEqual([]);
  expect(await read(port)).toMatchObject([200, '1', {}]);
});
