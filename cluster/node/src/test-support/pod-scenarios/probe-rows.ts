import type { Container, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { always, forever, IMAGES, type PodScenario, READY, shell, UNREADY, whenReady } from './scenario.ts';

const NODE_VOLUME = { name: 'node', hostPath: { path: process.execPath, type: 'File' } };
const server = (program: string, more: Partial<Container>): Partial<PodSpec> => ({
  containers: [
    {
      ...{ name: 'main', image: IMAGES.host, command: ['node', '-e', program] },
      volumeMounts: [{ name: 'node', mountPath: '/bin/node' }],
      ...more,
    },
  ],
  volumes: [NODE_VOLUME],
});
const http = (status: number): string =>
  `require('http').createServer((q, r) => { r.statusCode = ${status}; r.end() }).listen(8080)`;
/** A server of the health protocol of gRPC. */
export const GRPC = `const server = require('http2').createServer();
server.on('stream', (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(Buffer.from([0, 0, 0, 0, 2, 8, 1]));
});
server.listen(8080)`;
const soon = { periodSeconds: 1, failureThreshold: 1 } as const;

export const PROBES: readonly PodScenario[] = [
  {
    name: 'readiness-command',
    short: true,
    spec: always(forever({ readinessProbe: whenReady })),
    expected: { phase: 'Running', conditions: READY, containers: { main: { state: 'running', ready: true } } },
  },
  {
    name: 'readiness-command-fails',
    spec: always(forever({ readinessProbe: { exec: { command: ['cat', '/absent'] }, ...soon } })),
    expected: {
      ...{ phase: 'Running', conditions: UNREADY, events: ['Unhealthy'], noEvents: ['Killing'] },
      containers: { main: { state: 'running', ready: false, started: true } },
      eventMessages: ['Readiness probe failed: cat: /absent: No such file or directory'],
    },
  },
  {
    name: 'readiness-command-times-out',
    spec: always(forever({ readinessProbe: { exec: { command: ['sleep', '600'] }, ...soon } })),
    expected: {
      ...{ phase: 'Running', containers: { main: { state: 'running', ready: false } } },
      eventMessages: ['Readiness probe failed: command timed out'],
    },
  },
  {
    name: 'readiness-http',
    short: true,
    spec: server(http(200), { readinessProbe: { httpGet: { port: 8080, path: '/ready' }, periodSeconds: 1 } }),
    expected: { phase: 'Running', conditions: READY, containers: { main: { state: 'running', ready: true } } },
  },
  {
    name: 'readiness-http-named-port',
    spec: server(http(204), {
      ports: [{ name: 'web', containerPort: 8080 }],
      readinessProbe: { httpGet: { port: 'web' }, periodSeconds: 1 },
    }),
    expected: { phase: 'Running', containers: { main: { state: 'running', ready: true } } },
  },
  {
    name: 'readiness-http-fails',
    spec: server(http(500), { readinessProbe: { httpGet: { port: 8080 }, ...soon } }),
    expected: {
      ...{ phase: 'Running', containers: { main: { state: 'running', ready: false } } },
      eventMessages: ['Readiness probe failed: HTTP probe failed with statuscode: 500'],
    },
  },
  {
    name: 'readiness-tcp',
    spec: server(http(200), { readinessProbe: { tcpSocket: { port: 8080 }, periodSeconds: 1 } }),
    expected: { phase: 'Running', containers: { main: { state: 'running', ready: true } } },
  },
  {
    name: 'readiness-tcp-refused',
    spec: always(forever({ readinessProbe: { tcpSocket: { port: 9 }, ...soon } })),
    expected: {
      ...{ phase: 'Running', containers: { main: { state: 'running', ready: false } } },
      eventMessages: ['connection refused'],
    },
  },
  {
    name: 'readiness-grpc',
    spec: server(GRPC, { readinessProbe: { grpc: { port: 8080 }, periodSeconds: 1 } }),
    expected: { phase: 'Running', containers: { main: { state: 'running', ready: true } } },
  },
  {
    name: 'liveness-command-fails',
    short: true,
    spec: always(
      forever({ startupProbe: whenReady, livenessProbe: { exec: { command: ['cat', '/absent'] }, ...soon } }),
    ),
    expected: {
      ...{ phase: 'Running', events: ['Unhealthy', 'Killing'] },
      containers: { main: { state: 'running', restarts: 1, last: 'terminated Completed 0' } },
      eventMessages: ['Liveness probe failed: ', 'Container main failed liveness probe, will be restarted'],
    },
  },
  {
    name: 'liveness-grace-of-probe',
    spec: {
      terminationGracePeriodSeconds: 600,
      containers: [
        shell('trap "" TERM; touch /tmp/ready; while :; do sleep 0.2; done', {
          startupProbe: whenReady,
          livenessProbe: { exec: { command: ['cat', '/absent'] }, ...soon, terminationGracePeriodSeconds: 1 },
        }),
      ],
    },
    expected: {
      ...{ phase: 'Running', events: ['Killing'] },
      containers: { main: { state: 'running', restarts: 1, last: 'terminated Error 137' } },
    },
  },
  {
    name: 'startup-then-ready',
    spec: always(forever({ startupProbe: whenReady, readinessProbe: whenReady })),
    expected: { phase: 'Running', containers: { main: { state: 'running', ready: true, started: true } } },
  },
  {
    name: 'startup-fails',
    spec: {
      ...always(forever({ startupProbe: { exec: { command: ['cat', '/absent'] }, ...soon } })),
      terminationGracePeriodSeconds: 1,
    },
    expected: {
      ...{ phase: 'Running', events: ['Unhealthy', 'Killing'] },
      containers: { main: { state: 'running', restarts: 1, started: false } },
      eventMessages: ['Container main failed startup probe, will be restarted'],
    },
  },
];
