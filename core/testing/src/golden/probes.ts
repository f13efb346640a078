import type { GoldenExample } from './example.ts';

export const probesExamples: readonly GoldenExample[] = [
  {
    name: 'probes: HTTP',
    traits: `{
      "probes": [
        {
          "type": "liveness",
          "httpGet": { "path": "/healthz", "port": 8080 },
          "initialDelaySeconds": 30,
          "periodSeconds": 10,
          "timeoutSeconds": 5,
          "failureThreshold": 3
        },
        {
          "type": "readiness",
          "httpGet": { "path": "/ready", "port": 8080 },
          "initialDelaySeconds": 5,
          "periodSeconds": 5
        }
      ]
    }`,
    container: {
      livenessProbe: {
        httpGet: { path: '/healthz', port: 8080 },
        initialDelaySeconds: 30,
        periodSeconds: 10,
        timeoutSeconds: 5,
        failureThreshold: 3,
      },
      readinessProbe: { httpGet: { path: '/ready', port: 8080 }, initialDelaySeconds: 5, periodSeconds: 5 },
    },
  },
  {
    name: 'probes: TCP',
    traits: `{
      "probes": [
        { "type": "liveness", "tcpSocket": { "port": 3306 }, "initialDelaySeconds": 30, "periodSeconds": 15 },
        { "type": "readiness", "tcpSocket": { "port": 3306 }, "initialDelaySeconds": 5, "periodSeconds": 10 }
      ]
    }`,
    container: {
      livenessProbe: { tcpSocket: { port: 3306 }, initialDelaySeconds: 30, periodSeconds: 15 },
      readinessProbe: { tcpSocket: { port: 3306 }, initialDelaySeconds: 5, periodSeconds: 10 },
    },
  },
  {
    name: 'probes: a command',
    traits: `{
      "probes": [
        {
          "type": "liveness",
          "exec": { "command": ["cat", "/tmp/healthy"] },
          "initialDelaySeconds": 5,
          "periodSeconds": 5
        }
      ]
    }`,
    container: {
      livenessProbe: { exec: { command: ['cat', '/tmp/healthy'] }, initialDelaySeconds: 5, periodSeconds: 5 },
    },
  },
  {
    name: 'probes: a slow start',
    traits: `{
      "probes": [
        {
          "type": "startup",
          "httpGet": { "path": "/healthz", "port": 8080 },
          "initialDelaySeconds": 0,
          "periodSeconds": 10,
          "failureThreshold": 30
        },
        { "type": "liveness", "httpGet": { "path": "/healthz", "port": 8080 }, "periodSeconds": 10 },
        { "type": "readiness", "httpGet": { "path": "/ready", "port": 8080 }, "periodSeconds": 5 }
      ]
    }`,
    container: {
      startupProbe: { httpGet: { path: '/healthz', port: 8080 }, periodSeconds: 10, failureThreshold: 30 },
      livenessProbe: { httpGet: { path: '/healthz', port: 8080 }, periodSeconds: 10 },
      readinessProbe: { httpGet: { path: '/ready', port: 8080 }, periodSeconds: 5 },
    },
  },
];
