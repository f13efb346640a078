/** Writes the application of a number, with names of its own. */
export type DocumentOf = (index: number) => string;

/**
 * A small shop as its author would write it: settings, then what serves its data, then what people look at, with a way in.
 * Three steps, two workloads, five traits; eight objects in the cluster beside what controllers make of them.
 */
export function applicationDocument(index: number): string {
  const name = `shop-${index}`;
  const readiness = [{ type: 'readiness', httpGet: { path: '/health', port: 8080 }, periodSeconds: 5 }];
  return JSON.stringify({
    name,
    namespace: 'default',
    component: [
      {
        name: `${name}-config`,
        type: 'config',
        properties: { conf: { LOG_LEVEL: 'info', API: `http://${name}-api:8080` } },
      },
      {
        name: `${name}-api`,
        type: 'webservice',
        image: 'traefik/whoami:v1.11',
        replicas: 1,
        properties: { ports: [{ port: 8080 }], env: { WHOAMI_PORT_NUMBER: '8080' } },
        traits: { envFrom: [{ type: 'configMap', sourceName: `${name}-config` }], probes: readiness },
      },
      {
        name: `${name}-web`,
        type: 'webservice',
        image: 'traefik/whoami:v1.11',
        replicas: 1,
        properties: { ports: [{ port: 8080 }], env: { WHOAMI_PORT_NUMBER: '8080' } },
        traits: {
          envs: [{ name: 'API', valueFrom: { config: { name: `${name}-config`, key: 'API' } } }],
          probes: readiness,
          ingress: [
            {
              hosts: [`${name}.example.org`],
              routes: [{ backend: { serviceName: `${name}-web`, servicePort: 8080 } }],
            },
          ],
        },
      },
    ],
    workflow: [
      { name: 'settings', mode: 'StepByStep', components: [`${name}-config`] },
      { name: 'backend', mode: 'StepByStep', components: [`${name}-api`] },
      { name: 'frontend', mode: 'StepByStep', components: [`${name}-web`] },
    ],
  });
}

/**
 * The same shop with a database instead of a backend: a StatefulSet with a claim, a Secret, and the third Service that
 * gives its pods their names. Ten objects.
 */
export function statefulDocument(index: number): string {
  const name = `shop-${index}`;
  return JSON.stringify({
    name,
    namespace: 'default',
    component: [
      { name: `${name}-config`, type: 'config', properties: { conf: { LOG_LEVEL: 'info', DB_HOST: `${name}-db` } } },
      { name: `${name}-secret`, type: 'secret', properties: { secret: { password: `change-me-${index}` } } },
      {
        name: `${name}-db`,
        type: 'store',
        image: 'mysql:8.4',
        replicas: 1,
        properties: { ports: [{ port: 3306 }] },
        traits: {
          storage: [{ name: 'data', type: 'persistent', mountPath: '/var/lib/mysql', tmpCreate: true, size: '5Gi' }],
          envs: [
            { name: 'MYSQL_ROOT_PASSWORD', valueFrom: { secret: { name: `${name}-secret`, key: 'password' } } },
            { name: 'LOG_LEVEL', valueFrom: { config: { name: `${name}-config`, key: 'LOG_LEVEL' } } },
          ],
        },
      },
      {
        name: `${name}-web`,
        type: 'webservice',
        image: 'traefik/whoami:v1.11',
        replicas: 1,
        properties: { ports: [{ port: 8080 }], env: { WHOAMI_PORT_NUMBER: '8080' } },
        traits: {
          envFrom: [{ type: 'configMap', sourceName: `${name}-config` }],
          probes: [{ type: 'readiness', httpGet: { path: '/health', port: 8080 }, periodSeconds: 5 }],
          ingress: [
            {
              hosts: [`${name}.example.org`],
              routes: [{ backend: { serviceName: `${name}-web`, servicePort: 8080 } }],
            },
          ],
        },
      },
    ],
    workflow: [
      { name: 'settings', mode: 'StepByStep', components: [`${name}-config`, `${name}-secret`] },
      { name: 'database', mode: 'StepByStep', components: [`${name}-db`] },
      { name: 'service', mode: 'StepByStep', components: [`${name}-web`] },
    ],
  });
}
