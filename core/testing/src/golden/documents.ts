import { APP_ID } from '../rendering/sample.ts';
import type { GoldenDocument } from './example.ts';

const settings = (name: string, data: object) => ({
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data,
});

const deployed = (name: string, image: string, env: readonly object[]) => ({
  kind: 'Deployment',
  metadata: { name: `deploy-${name}-${APP_ID}`, namespace: 'default' },
  spec: { replicas: 2, template: { spec: { containers: [{ name, image, env }] } } },
});

const served = (name: string, port: number) => ({
  kind: 'Service',
  metadata: { name: `svc-${name}-${APP_ID}` },
  spec: { ports: [{ port, targetPort: port }] },
});

/** The whole applications the manual and the design notes print. */
export const goldenDocuments: readonly GoldenDocument[] = [
  {
    name: "the manual's create request",
    document: `{
  "name": "demo-app",
  "namespace": "default",
  "version": "1.0.0",
  "project": "demo-project",
  "description": "StepByStep 模式示例应用",
  "component": [
    {
      "name": "app-config-1",
      "type": "config",
      "nameSpace": "default",
      "replicas": 1,
      "properties": {
        "conf": {
          "database.host": "mysql.default.svc",
          "database.port": "3306"
        }
      }
    },
    {
      "name": "app-config-2",
      "type": "config",
      "nameSpace": "default",
      "replicas": 1,
      "properties": {
        "conf": {
          "redis.host": "redis.default.svc",
          "redis.port": "6379"
        }
      }
    },
    {
      "name": "app-config-3",
      "type": "config",
      "nameSpace": "default",
      "replicas": 1,
      "properties": {
        "conf": {
          "log.level": "info",
          "log.format": "json"
        }
      },
      "traits": {}
    },
    {
      "name": "backend",
      "type": "webservice",
      "image": "myregistry/backend:v1.0.0",
      "nameSpace": "default",
      "replicas": 2,
      "properties": {
        "ports": [{"port": 8080, "expose": true}],
        "env": {
          "APP_ENV": "production"
        }
      },
      "traits": {}
    },
    {
      "name": "frontend",
      "type": "webservice",
      "image": "myregistry/frontend:v1.0.0",
      "nameSpace": "default",
      "replicas": 2,
      "properties": {
        "ports": [{"port": 80, "expose": true}],
        "env": {
          "API_URL": "http://backend:8080"
        }
      },
      "traits": {}
    }
  ],
  "workflow": [
    {
      "name": "deploy-all",
      "mode": "StepByStep",
      "components": ["app-config-1", "app-config-2", "app-config-3", "backend", "frontend"]
    }
  ]
}`,
    objects: [
      settings('app-config-1', { 'database.host': 'mysql.default.svc', 'database.port': '3306' }),
      settings('app-config-2', { 'redis.host': 'redis.default.svc', 'redis.port': '6379' }),
      settings('app-config-3', { 'log.level': 'info', 'log.format': 'json' }),
      deployed('backend', 'myregistry/backend:v1.0.0', [{ name: 'APP_ENV', value: 'production' }]),
      deployed('frontend', 'myregistry/frontend:v1.0.0', [{ name: 'API_URL', value: 'http://backend:8080' }]),
      served('backend', 8080),
      served('frontend', 80),
      // What the front end calls the back end.
      { kind: 'Service', metadata: { name: 'backend' }, spec: { ports: [{ port: 8080 }] } },
    ],
  },
  {
    name: 'the component of the design notes',
    document: `{
  "name": "notes",
  "component": [
    {
      "name": "my-awesome-app",
      "componentType": "webservice",
      "image": "nginx:latest",
      "replicas": 2,
      "traits": {
        "envs": [
          { "name": "DATABASE_PASSWORD", "valueFrom": { "secret": { "name": "project/db-credentials", "key": "password" } } },
          { "name": "API_ENDPOINT", "valueFrom": { "config": { "name": "environment/app-settings", "key": "api-url" } } }
        ]
      }
    }
  ]
}`,
    objects: [
      deployed('my-awesome-app', 'nginx:latest', [
        { name: 'DATABASE_PASSWORD', valueFrom: { secretKeyRef: { key: 'password' } } },
        { name: 'API_ENDPOINT', valueFrom: { configMapKeyRef: { key: 'api-url' } } },
      ]),
    ],
  },
  {
    name: 'the workflow of the design notes, its steps under a key',
    document: `name: first-app
namespace: a
component:
  - name: first-app-front
    type: webservice
    image: front:1
    replicas: 2
Workflow:
  Steps:
    - name : deploy
      Type: deploy
      properties:
        policies: ["first-app-front"]
`,
    objects: [
      {
        kind: 'Deployment',
        metadata: { name: `deploy-first-app-front-${APP_ID}`, namespace: 'a' },
        spec: { replicas: 2, template: { spec: { containers: [{ name: 'first-app-front', image: 'front:1' }] } } },
      },
    ],
  },
];
