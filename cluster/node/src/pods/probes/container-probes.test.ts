import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { systemRandom } from '@kubemin/base';
import type { Container, Pod, Probe } from '@kubemin/kubeapi/types/core.v1';
import { ManualClock } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { ContainerProbes } from './container-probes.ts';
import { checkOnce, type ProbeTarget } from './probe-check.ts';

const pod: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'default', uid: '1' } };

async function listen(server: Pick<Server, 'listen' | 'address' | 'close'>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const target: ProbeTarget = { address: '127.0.0.1', exec: async () => ({ exitCode: 0, output: '' }) };
const look = (probe: Probe, container: Container = { name: 'main' }, signal = new AbortController().signal) =>
  checkOnce(probe, { pod, container, target }, signal);

test('HTTP: statuses, named ports, headers, redirects on the same host, other hosts, and no server', async () => {
  const port = await listen(
    createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/good' });
      else if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.9/' });
      else if (request.url === '/bad') response.writeHead(500);
      else if (request.headers['x-token'] === 'no') response.writeHead(403);
      response.end('body');
    }),
  );
  const get = (path: string, httpHeaders: { name: string; value: string }[] = []) =>
    look({ httpGet: { path, port, httpHeaders } });
  expect(await get('/good')).toEqual({ result: 'success', message: 'body' });
  expect(await get('/moved')).toMatchObject({ result: 'success' });
  expect(await get('/away')).toEqual({ result: 'warning', message: 'Probe terminated redirects' });
  expect(await get('/bad')).toEqual({ result: 'failure', message: 'HTTP probe failed with statuscode: 500' });
  expect(await get('/', [{ name: 'X-Token', value: 'no' }])).toMatchObject({
    message: 'HTTP probe failed with statuscode: 403',
  });
  const named = { name: 'main', ports: [{ name: 'web', containerPort: port }] };
  expect(await look({ httpGet: { path: '/good', port: 'web' } }, named)).toMatchObject({ result: 'success' });
  expect(await look({ httpGet: { port: 'other' } }, named)).toEqual({
    result: 'failure',
    message: 'couldn\'t find port: "other"',
  });
  expect(await look({ httpGet: { port: 1 } })).toEqual({
    result: 'failure',
    message: 'dial tcp 127.0.0.1:1: connect: connection refused',
  });
});

test('TCP: a connection that is accepted is good', async () => {
  const port = await listen(createTcpServer((socket) => socket.destroy()));
  expect(await look({ tcpSocket: { port } })).toEqual({ result: 'success', message: '' });
  expect(await look({ tcpSocket: { port: 1 } })).toMatchObject({ result: 'failure' });
});

test('gRPC: the health service decides', async () => {
  let status = 1;
  const server = createHttp2Server();
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(Buffer.from([0, 0, 0, 0, 2, 8, status]));
  });
  const port = await listen(server);
  expect(await look({ grpc: { port } })).toMatchObject({ result: 'success' });
  status = 2;
  expect(await look({ grpc: { port, service: 'shop' } })).toEqual({
    result: 'failure',
    message: 'service unhealthy (responded with "NOT_SERVING"): shop',
  });
});

test('a look that takes too long fails', async () => {
  const port = await listen(createTcpServer(() => undefined));
  expect(await look({ httpGet: { port } }, undefined, AbortSignal.timeout(20))).toMatchObject({
    result: 'failure',
    message: expect.stringContaining('i/o timeout'),
  });
});

test('thresholds and periods: the startup probe comes first, readiness needs its successes, liveness its failures', async () => {
  const clock = new ManualClock();
  const codes = { startup: 1, readiness: 0, liveness: 0 };
  const log: string[] = [];
  const probes = new ContainerProbes({
    pod,
    container: {
      name: 'main',
      startupProbe: { exec: { command: ['startup'] }, periodSeconds: 1, failureThreshold: 30 },
      readinessProbe: { exec: { command: ['readiness'] }, periodSeconds: 2, successThreshold: 2, failureThreshold: 1 },
      livenessProbe: { exec: { command: ['liveness'] }, periodSeconds: 5, failureThreshold: 2 },
    },
    target: {
      address: '127.0.0.1',
      exec: async ([name = '']) => {
        log.push(name);
        return {
          exitCode: name === 'startup' ? codes.startup : name === 'readiness' ? codes.readiness : codes.liveness,
          output: '',
        };
      },
    },
    startedAt: clock.now(),
    clock,
    random: systemRandom,
    onChange: ({ started, ready }) => log.push(`started=${started} ready=${ready}`),
    onFailure: (message) => log.push(message),
    onUnhealthy: () => undefined,
  });
  const stopping = new AbortController();
  const running = probes.run(stopping.signal);
  await clock.advance(2_500);
  expect(new Set(log)).toEqual(new Set(['startup']));
  codes.startup = 0;
  await clock.advance(1_000);
  expect(log.at(-1)).not.toContain('ready=true');
  await clock.advance(2_500);
  expect(log).toContain('started=true ready=true');
  codes.readiness = 1;
  await clock.advance(2_500);
  expect(log.filter((entry) => entry.includes('ready=')).at(-1)).toBe('started=true ready=false');
  codes.liveness = 1;
  await clock.advance(11_000);
  expect(log).toContain('Container main failed liveness probe, will be restarted');
  stopping.abort();
  await clock.advance(10_000);
  await running;
});

test('an agent that was restarted does not ask again whether a container has started, nor takes its readiness away', async () => {
  const clock = new ManualClock();
  const looks: string[] = [];
  const changes: unknown[] = [];
  const stop = new AbortController();
  const probes = new ContainerProbes({
    pod,
    container: {
      name: 'main',
      startupProbe: { exec: { command: ['startup'] }, periodSeconds: 1 },
      readinessProbe: { exec: { command: ['readiness'] }, periodSeconds: 10 },
    },
    target: {
      address: '127.0.0.1',
      exec: async ([name = '']) => {
        looks.push(name);
        return { exitCode: 0, output: '' };
      },
    },
    startedAt: clock.now(),
    known: { started: true, ready: true },
    ...{ clock, random: systemRandom, onUnhealthy: () => undefined, onFailure: () => undefined },
    onChange: (results) => changes.push(results),
  });
  const running = probes.run(stop.signal);
  await clock.advance(30_000);
  expect(new Set(looks)).toEqual(new Set(['readiness']));
  expect(changes).toEqual([]);
  stop.abort();
  await running;
});
