import { expect, test } from 'vitest';
import { model } from './test-support/sample.ts';

// The create request of the product's own manual, comments and spellings as printed there.
const printed = `{
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
      "name": "app-config-3",
      "type": "config",
      "nameSpace": "default",
      "replicas": 1,
      "properties": { "conf": { "log.level": "info", "log.format": "json" } },
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
    }
  ],
  "workflow": [
    {
      "name": "deploy-all",
      "mode": "StepByStep", //串形模式，组件按声明顺序依次执行，前一个完成后才执行下一个
      "components": ["app-config-1", "app-config-3", "backend"]
    }
  ]
}`;

test("the manual's create request parses unchanged, without a single problem", () => {
  const { document, problems } = model.parseText(printed);
  expect(problems).toEqual([]);
  expect(document?.component.map(({ name, type }) => `${type} ${name}`)).toEqual([
    'config app-config-1',
    'config app-config-3',
    'webservice backend',
  ]);
  expect(document?.component[0]?.properties).toMatchObject({ conf: { 'database.host': 'mysql.default.svc' } });
});

test('the component of the design notes parses, its scoped references read without their scope', () => {
  const { document, problems } = model.parse({
    name: 'shop',
    component: [
      {
        name: 'my-awesome-app',
        componentType: 'webservice',
        image: 'nginx:latest',
        replicas: 2,
        traits: {
          envs: [
            { name: 'DATABASE_PASSWORD', valueFrom: { secret: { name: 'project/db-credentials', key: 'password' } } },
            { name: 'API_ENDPOINT', valueFrom: { config: { name: 'environment/app-settings', key: 'api-url' } } },
          ],
        },
      },
    ],
  });
  expect(problems.every((problem) => problem.severity === 'warning')).toBe(true);
  expect(document?.component[0]?.traits.envs?.map(({ valueFrom }) => valueFrom)).toEqual([
    { secret: { name: 'db-credentials', key: 'password' } },
    { config: { name: 'app-settings', key: 'api-url' } },
  ]);
});
