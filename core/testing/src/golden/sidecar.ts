import type { GoldenExample } from './example.ts';

export const sidecarExamples: readonly GoldenExample[] = [
  {
    name: 'sidecar: a log collector',
    traits: `{
      "sidecar": [
        {
          "name": "fluentd",
          "image": "fluent/fluentd:v1.14",
          "env": {
            "FLUENTD_CONF": "fluent.conf"
          },
          "traits": {
            "storage": [
              {
                "type": "ephemeral",
                "name": "app-logs",
                "mountPath": "/var/log/app"
              }
            ],
            "resources": {
              "cpu": "100m",
              "memory": "128Mi"
            }
          }
        }
      ]
    }`,
    sidecars: [
      {
        name: 'fluentd',
        image: 'fluent/fluentd:v1.14',
        env: [{ name: 'FLUENTD_CONF', value: 'fluent.conf' }],
        volumeMounts: [{ name: 'app-logs', mountPath: '/var/log/app' }],
        resources: { limits: { cpu: '100m', memory: '128Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
      },
    ],
    volumes: [{ name: 'app-logs', emptyDir: {} }],
  },
  {
    name: 'sidecar: an Envoy proxy',
    traits: `{
      "sidecar": [
        {
          "name": "envoy-proxy",
          "image": "envoyproxy/envoy:v1.25.0",
          "command": ["envoy"],
          "args": ["-c", "/etc/envoy/envoy.yaml"],
          "traits": {
            "storage": [
              {
                "type": "config",
                "name": "envoy-config",
                "sourceName": "envoy-configmap",
                "mountPath": "/etc/envoy"
              }
            ],
            "probes": [
              {
                "type": "readiness",
                "httpGet": {
                  "path": "/ready",
                  "port": 9901
                },
                "initialDelaySeconds": 5,
                "periodSeconds": 10
              }
            ],
            "resources": {
              "cpu": "200m",
              "memory": "256Mi"
            }
          }
        }
      ]
    }`,
    sidecars: [
      {
        name: 'envoy-proxy',
        image: 'envoyproxy/envoy:v1.25.0',
        command: ['envoy'],
        args: ['-c', '/etc/envoy/envoy.yaml'],
        volumeMounts: [{ name: 'envoy-config', mountPath: '/etc/envoy', readOnly: true }],
        readinessProbe: { httpGet: { path: '/ready', port: 9901 }, initialDelaySeconds: 5, periodSeconds: 10 },
        resources: { limits: { cpu: '200m', memory: '256Mi' }, requests: { cpu: '200m', memory: '256Mi' } },
      },
    ],
    volumes: [{ name: 'envoy-config', configMap: { name: 'envoy-configmap' } }],
    insteadOf: { deviation: 'read-only-sources', manual: { sidecars: [{ volumeMounts: [{ readOnly: false }] }] } },
  },
  {
    name: 'sidecar: a metrics exporter',
    traits: `{
      "sidecar": [
        {
          "name": "prometheus-exporter",
          "image": "prom/node-exporter:v1.5.0",
          "args": ["--path.procfs=/host/proc", "--path.sysfs=/host/sys"],
          "traits": {
            "probes": [
              {
                "type": "liveness",
                "httpGet": {
                  "path": "/metrics",
                  "port": 9100
                },
                "periodSeconds": 30
              }
            ]
          }
        }
      ]
    }`,
    sidecars: [
      {
        name: 'prometheus-exporter',
        image: 'prom/node-exporter:v1.5.0',
        args: ['--path.procfs=/host/proc', '--path.sysfs=/host/sys'],
        livenessProbe: { httpGet: { path: '/metrics', port: 9100 }, periodSeconds: 30 },
      },
    ],
  },
];
