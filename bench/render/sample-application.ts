/** A shop of `count` components as its author would write it: services, stores, workers, jobs, settings and secrets. */
export function sampleApplication(count: number): object {
  return {
    name: 'shop',
    namespace: 'team-a',
    component: Array.from({ length: count }, (_, index) => component(index)),
  };
}

const TYPES = ['config', 'secret', 'store', 'webservice', 'worker'] as const;

function component(index: number): object {
  const group = Math.floor(index / TYPES.length);
  const type = TYPES[index % TYPES.length] ?? 'worker';
  const name = `${type}-${group}`;
  return { name, type, ...PARTS[type](group) };
}

const PARTS: Readonly<Record<(typeof TYPES)[number], (group: number) => object>> = {
  config: (group) => ({
    properties: { conf: { LOG_LEVEL: 'info', 'app.yaml': `group: ${group}\nretries: 3\n`, REGION: 'north' } },
  }),
  secret: (group) => ({ properties: { secret: { password: `change-me-${group}`, token: 'change-me-too' } } }),
  store: (group) => ({
    image: 'mysql:8.4',
    properties: { ports: [{ port: 3306 }], env: { MYSQL_DATABASE: `shop${group}` } },
    traits: {
      storage: [
        { name: 'data', type: 'persistent', mountPath: '/var/lib/mysql', tmp_create: true, size: '10Gi' },
        { name: 'conf', type: 'config', source_name: `config-${group}`, mount_path: '/etc/mysql/conf.d' },
      ],
      envs: [{ name: 'MYSQL_ROOT_PASSWORD', value_from: { secret: { name: `secret-${group}`, key: 'password' } } }],
      resources: { cpu: '500m', memory: '1Gi' },
      probes: [{ type: 'readiness', tcp_socket: { port: 3306 }, period_seconds: 5 }],
    },
  }),
  webservice: (group) => ({
    image: 'registry.example/shop/api:1.4.2',
    replicas: 3,
    dependsOn: [`store-${group}`],
    properties: {
      ports: [{ port: 8080 }, { port: 9090, expose: false }],
      env: { DB_HOST: `store-${group}`, DB_PORT: '3306', MODE: 'production', WORKERS: '4' },
      labels: { tier: 'api' },
    },
    traits: {
      envFrom: [{ type: 'config', sourceName: `config-${group}` }],
      resources: { cpu: '1', memory: '512Mi' },
      probes: [
        { type: 'liveness', httpGet: { path: '/healthz', port: 8080 }, initialDelaySeconds: 10 },
        { type: 'readiness', httpGet: { path: '/readyz', port: 8080 } },
      ],
      sidecar: [{ name: 'logs', image: 'fluent-bit:3', env: { LEVEL: 'warn' } }],
      ingress: [
        {
          hosts: [`shop${group}.example.org`],
          routes: [{ backend: { serviceName: `webservice-${group}`, servicePort: 8080 } }],
        },
      ],
    },
  }),
  worker: (group) => ({
    image: 'registry.example/shop/worker:1.4.2',
    properties: { env: { QUEUE: `jobs-${group}`, DB_HOST: `store-${group}` } },
    traits: { storage: [{ name: 'scratch', type: 'ephemeral', mountPath: '/tmp/work' }], resources: { cpu: '250m' } },
  }),
};
