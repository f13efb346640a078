import type { PlatformClient } from '@kubemin/client';

/** Pods of the pictures become ready at once, use something and log; one image is not in the registry. */
export const SIMULATION_RULES = `rules:
  - match: { image: "shop/indexer:*" }
    start: { imagePull: error }
  - match: { image: "shop/api:*" }
    usage: { cpu: 96m, memory: 118Mi }
    logs: { lines: ["listening on 8080", "GET /products 200 14 ms", "GET /cart 200 9 ms"] }
  - match: { image: "shop/worker:*" }
    usage: { cpu: 41m, memory: 74Mi }
  - match: { image: "postgres:*" }
    usage: { cpu: 180m, memory: 402Mi }
  - match: { image: "*" }
    usage: { cpu: 24m, memory: 31Mi }
`;

const readiness = (path: string, port: number) => [{ type: 'readiness', httpGet: { path, port } }];
const requests = (cpu: string, memory: string) => ({ resources: { cpu, memory } });

function storefront(tag: string) {
  return {
    name: 'storefront',
    description: 'Web shop with search and checkout',
    component: [
      {
        name: 'app-config',
        type: 'config',
        properties: { conf: { CURRENCY: 'EUR', LOG_LEVEL: 'info', REGION: 'eu' } },
      },
      {
        name: 'db-login',
        type: 'secret',
        properties: { secret: { username: 'storefront_app', password: 'a-password-for-pictures' } },
      },
      {
        name: 'postgres',
        type: 'store',
        image: 'postgres:17',
        properties: { ports: [{ port: 5432 }] },
        traits: {
          storage: [
            { name: 'data', type: 'persistent', tmpCreate: true, size: '10Gi', mountPath: '/var/lib/postgresql/data' },
          ],
          envs: [
            { name: 'POSTGRES_USER', valueFrom: { secret: { name: 'db-login', key: 'username' } } },
            { name: 'POSTGRES_PASSWORD', valueFrom: { secret: { name: 'db-login', key: 'password' } } },
          ],
          probes: [{ type: 'readiness', tcpSocket: { port: 5432 } }],
          ...requests('500m', '512Mi'),
        },
      },
      {
        name: 'redis',
        type: 'store',
        image: 'redis:7.4-alpine',
        properties: { ports: [{ port: 6379 }] },
        traits: { probes: [{ type: 'readiness', tcpSocket: { port: 6379 } }], ...requests('100m', '64Mi') },
      },
      {
        name: 'api',
        type: 'webservice',
        image: `shop/api:${tag}`,
        replicas: 3,
        properties: { ports: [{ port: 8080 }] },
        traits: {
          envFrom: [{ type: 'config', sourceName: 'app-config' }],
          envs: [{ name: 'DB_PASSWORD', valueFrom: { secret: { name: 'db-login', key: 'password' } } }],
          probes: readiness('/healthz', 8080),
          ...requests('250m', '256Mi'),
        },
      },
      {
        name: 'worker',
        type: 'webservice',
        image: `shop/worker:${tag}`,
        replicas: 2,
        traits: { envFrom: [{ type: 'config', sourceName: 'app-config' }], ...requests('200m', '128Mi') },
      },
      {
        name: 'web',
        type: 'webservice',
        image: `shop/web:${tag}`,
        replicas: 2,
        properties: { ports: [{ port: 80 }] },
        traits: {
          probes: readiness('/', 80),
          ingress: [{ hosts: ['shop.example.com'], routes: [{ path: '/', backend: { serviceName: 'web' } }] }],
          ...requests('100m', '64Mi'),
        },
      },
    ],
    workflow: [
      { name: 'configuration', mode: 'DAG', components: ['app-config', 'db-login'] },
      { name: 'data', mode: 'StepByStep', components: ['postgres', 'redis'] },
      { name: 'services', mode: 'DAG', components: ['api', 'worker'] },
      { name: 'promote', type: 'approval', properties: { message: 'Show the new page to all users?' } },
      { name: 'page', mode: 'DAG', components: ['web'] },
    ],
  };
}

function webService(options: {
  readonly name: string;
  readonly description: string;
  readonly image: string;
  readonly replicas: number;
  readonly host?: string;
  readonly project?: string;
}) {
  const { name, description, image, replicas, host, project } = options;
  return {
    name,
    description,
    ...(project !== undefined && { project }),
    component: [
      {
        name,
        type: 'webservice',
        image,
        replicas,
        properties: { ports: [{ port: 8080 }] },
        traits: {
          ...requests('100m', '64Mi'),
          ...(host !== undefined && {
            ingress: [{ hosts: [host], routes: [{ path: '/', backend: { serviceName: name } }] }],
          }),
        },
      },
    ],
  };
}

const TEMPLATES = [
  {
    name: 'postgres-template',
    description: 'PostgreSQL with a volume and a login of its own',
    tmpEnable: true,
    parameters: [
      {
        name: 'database',
        description: 'Name of the database.',
        fields: ['component[tpl-postgres].properties.env.POSTGRES_DB'],
      },
      { name: 'replicas', type: 'integer', minimum: 1, maximum: 3, fields: ['component[tpl-postgres].replicas'] },
    ],
    component: [
      {
        name: 'tpl-postgres',
        type: 'store',
        image: 'postgres:17',
        replicas: 1,
        properties: { ports: [{ port: 5432 }], env: { POSTGRES_DB: 'app' } },
      },
    ],
  },
  {
    name: 'web-template',
    description: 'A web service with an address, a probe and requests',
    tmpEnable: true,
    component: webService({ name: 'tpl-web', description: '', image: 'nginx:1.27-alpine', replicas: 2 }).component,
  },
  {
    name: 'worker-template',
    description: 'A worker that reads a queue, with its Redis',
    tmpEnable: true,
    component: [
      { name: 'tpl-queue', type: 'store', image: 'redis:7.4-alpine', properties: { ports: [{ port: 6379 }] } },
      {
        name: 'tpl-worker',
        type: 'webservice',
        image: 'shop/worker:1.8',
        replicas: 2,
        properties: { env: { QUEUE: 'tpl-queue' } },
      },
    ],
  },
];

/** Runs that give the charts of the metrics enough to show. */
const SMALL_RUNS = 24;

/** Applications in every state that a list can show, and one whose run waits for approval. */
export async function fillPlatform(client: PlatformClient): Promise<void> {
  const save = (document: unknown) => client.saveApplication({ text: JSON.stringify(document), format: 'json' });
  const deliver = async (document: unknown) => {
    const { id } = await save(document);
    await client.execWorkflow(id, { wait: 30 });
    return id;
  };
  for (const template of TEMPLATES) await save(template);
  await save(webService({ name: 'gpu-lab', description: 'Notebook playground', image: 'lab/notebook:2', replicas: 1 }));
  // Fails after some attempts, while the others are delivered.
  const search = await save({
    name: 'search',
    description: 'Product search and indexing',
    component: [
      ...webService({
        name: 'search-api',
        description: '',
        image: 'shop/search:2.3',
        replicas: 2,
        host: 'search.example.com',
      }).component,
      ...webService({ name: 'indexer', description: '', image: 'shop/indexer:2.4', replicas: 1 }).component,
    ],
  });
  const failing = await client.execWorkflow(search.id, {});
  const docs = await deliver(
    webService({
      name: 'docs',
      description: 'Documentation site',
      image: 'shop/docs:41',
      replicas: 2,
      host: 'docs.example.com',
    }),
  );
  for (let run = 0; run < SMALL_RUNS; run += 1) await client.execWorkflow(docs, { wait: 30 });
  const reports = await deliver(
    webService({ name: 'reports', description: 'Nightly batch reports', image: 'shop/reports:15', replicas: 1 }),
  );
  await client.scaleApplication(reports, { replicas: { reports: 0 }, wait: 30 });
  await deliver(
    webService({
      name: 'checkout',
      description: 'Payments and order API',
      image: 'shop/checkout:5.2',
      replicas: 3,
      host: 'pay.example.com',
    }),
  );
  const shop = await save(storefront('1.8.2'));
  const first = await client.execWorkflow(shop.id, {});
  await approve(client, first.taskId);
  await until(() => hasEnded(client, first.taskId));
  await save(storefront('1.9.0'));
  const second = await client.execWorkflow(shop.id, {});
  await until(() => asks(client, second.taskId));
  await until(() => hasEnded(client, failing.taskId));
}

async function asks(client: PlatformClient, taskId: string): Promise<boolean> {
  const { jobs } = await client.listJobs(taskId, { limit: 100 });
  return jobs.some(({ approval }) => approval !== undefined && approval.verdict === undefined);
}

async function hasEnded(client: PlatformClient, taskId: string): Promise<boolean> {
  return (await client.taskStatus(taskId)).endedAt !== undefined;
}

async function approve(client: PlatformClient, taskId: string): Promise<void> {
  await until(() => asks(client, taskId));
  await client.decideTask(taskId, { verdict: 'approved' });
}

/** Asks again until it is so; the script fails after two minutes. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const ends = performance.now() + 120_000;
  while (!(await isSo())) {
    if (performance.now() > ends) throw new Error('the platform did not reach the state of the pictures');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
