import type { GoldenExample } from './example.ts';

const NGINX = 'nginx.ingress.kubernetes.io';

const to = (path: string, name: string, number: number) => ({
  path,
  pathType: 'Prefix',
  backend: { service: { name, port: { number } } },
});

export const ingressExamples: readonly GoldenExample[] = [
  {
    name: 'ingress: a plain route',
    traits: `{
      "ingress": [
        {
          "name": "my-app-ingress",
          "ingressClassName": "nginx",
          "routes": [ { "path": "/", "backend": { "serviceName": "my-app-service", "servicePort": 80 } } ]
        }
      ]
    }`,
    objects: [
      {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: { name: 'my-app-ingress' },
        spec: { ingressClassName: 'nginx', rules: [{ http: { paths: [to('/', 'my-app-service', 80)] } }] },
      },
    ],
  },
  {
    name: 'ingress: routes of a host',
    traits: `{
      "ingress": [
        {
          "name": "api-ingress",
          "ingressClassName": "nginx",
          "hosts": ["api.example.com"],
          "routes": [
            { "path": "/v1", "backend": { "serviceName": "api-v1", "servicePort": 8080 } },
            { "path": "/v2", "backend": { "serviceName": "api-v2", "servicePort": 8080 } }
          ]
        }
      ]
    }`,
    objects: [
      {
        kind: 'Ingress',
        metadata: { name: 'api-ingress' },
        spec: {
          ingressClassName: 'nginx',
          rules: [{ host: 'api.example.com', http: { paths: [to('/v1', 'api-v1', 8080), to('/v2', 'api-v2', 8080)] } }],
        },
      },
    ],
  },
  {
    name: 'ingress: TLS',
    traits: `{
      "ingress": [
        {
          "name": "secure-ingress",
          "ingressClassName": "nginx",
          "tls": [ { "secretName": "tls-secret", "hosts": ["secure.example.com"] } ],
          "routes": [
            {
              "host": "secure.example.com",
              "path": "/",
              "backend": { "serviceName": "secure-app", "servicePort": 443 }
            }
          ]
        }
      ]
    }`,
    objects: [
      {
        kind: 'Ingress',
        metadata: { name: 'secure-ingress' },
        spec: {
          ingressClassName: 'nginx',
          tls: [{ hosts: ['secure.example.com'], secretName: 'tls-secret' }],
          rules: [{ host: 'secure.example.com', http: { paths: [to('/', 'secure-app', 443)] } }],
        },
      },
    ],
  },
  {
    name: 'ingress: a rewritten path',
    traits: `{
      "ingress": [
        {
          "name": "rewrite-ingress",
          "ingressClassName": "nginx",
          "annotations": { "nginx.ingress.kubernetes.io/use-regex": "true" },
          "routes": [
            {
              "path": "/api(/.*)",
              "pathType": "ImplementationSpecific",
              "host": "app.example.com",
              "backend": { "serviceName": "backend-service", "servicePort": 8080 },
              "rewrite": { "type": "regexReplace", "replacement": "$1" }
            }
          ]
        }
      ]
    }`,
    objects: [
      {
        kind: 'Ingress',
        metadata: {
          name: 'rewrite-ingress',
          annotations: { [`${NGINX}/use-regex`]: 'true', [`${NGINX}/rewrite-target`]: '$1' },
        },
        spec: {
          rules: [
            {
              host: 'app.example.com',
              http: {
                paths: [{ ...to('/api(/.*)', 'backend-service', 8080), pathType: 'ImplementationSpecific' }],
              },
            },
          ],
        },
      },
    ],
  },
  {
    name: 'ingress: several hosts and routes',
    traits: `{
      "ingress": [
        {
          "name": "multi-host-ingress",
          "ingressClassName": "nginx",
          "label": { "app": "multi-tenant" },
          "tls": [ { "secretName": "wildcard-tls", "hosts": ["*.example.com"] } ],
          "routes": [
            { "host": "app1.example.com", "path": "/", "backend": { "serviceName": "app1-service", "servicePort": 80 } },
            { "host": "app2.example.com", "path": "/", "backend": { "serviceName": "app2-service", "servicePort": 80 } },
            {
              "host": "api.example.com",
              "path": "/users",
              "backend": { "serviceName": "user-service", "servicePort": 8080 }
            },
            {
              "host": "api.example.com",
              "path": "/orders",
              "backend": { "serviceName": "order-service", "servicePort": 8080 }
            }
          ]
        }
      ]
    }`,
    objects: [
      {
        kind: 'Ingress',
        metadata: { name: 'multi-host-ingress', labels: { app: 'multi-tenant' } },
        spec: {
          tls: [{ hosts: ['*.example.com'], secretName: 'wildcard-tls' }],
          rules: [
            { host: 'app1.example.com', http: { paths: [to('/', 'app1-service', 80)] } },
            { host: 'app2.example.com', http: { paths: [to('/', 'app2-service', 80)] } },
            {
              host: 'api.example.com',
              http: { paths: [to('/users', 'user-service', 8080), to('/orders', 'order-service', 8080)] },
            },
          ],
        },
      },
    ],
  },
];
