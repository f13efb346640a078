import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { containerSuite, eventually, missingNamespaces } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'examples');

interface Example {
  readonly file: string;
  /** The name of its application. */
  readonly app: string;
  /** A component with a page. */
  readonly page?: string;
  /** What its status shows. @default Healthy: all of it is there */
  readonly shows?: RegExp;
  /** The applications that are deleted afterwards, those that only stayed for this one too. @default this one */
  readonly deletes?: readonly string[];
}

/** In an order in which each finds what it needs. */
const ALL: readonly Example[] = [
  { file: 'ingress-tls.yaml', app: 'ingress-tls', page: 'portal' },
  { file: 'release-checks.yaml', app: 'release-checks', page: 'checked-api' },
  { file: 'hello.yaml', app: 'hello', page: 'hello-web' },
  { file: 'static-site.yaml', app: 'static-site', page: 'site' },
  { file: 'shop.yaml', app: 'shop' },
  { file: 'worker-queue.yaml', app: 'thumbnails' },
  { file: 'nightly-backup.yaml', app: 'ledger' },
  { file: 'node-agent.yaml', app: 'node-agent' },
  { file: 'rbac-operator.yaml', app: 'janitor' },
  { file: 'gateway.yaml', app: 'gateway', page: 'catalogue' },
  { file: 'canary.yaml', app: 'canary', page: 'checkout' },
  { file: 'blue-green.yaml', app: 'blue-green', page: 'booking' },
  { file: 'sidecar-logging.yaml', app: 'sidecar-logging', page: 'frontend' },
  { file: 'shared-database/orders.yaml', app: 'orders', deletes: [] },
  {
    ...{ file: 'shared-database/invoices.yaml', app: 'invoices', deletes: ['invoices', 'orders'] },
    shows: /invoices-api .*Running +1\/1/,
  },
  { file: 'multi-mysql/template.yaml', app: 'mysql-template', deletes: [] },
  { file: 'multi-mysql/stock.yaml', app: 'stock' },
  { file: 'multi-mysql/billing.yaml', app: 'billing', page: 'ledger' },
];
const examples = process.env.KUBEMIN_TEST_FULL === '1' ? ALL : ALL.slice(0, 2);
const missing = await missingNamespaces();

describe.skipIf(missing !== undefined)(containerSuite('examples in containers, on stand-ins', missing), () => {
  let home: KubeminHome;
  const command = (...words: readonly string[]) => kubemin([...words, '--data-dir', home.at()]);
  beforeAll(async () => {
    home = await KubeminHome.create();
    const files = examples.map(({ file }) => join(EXAMPLES, file));
    expect(await command('image', 'stand-ins', ...files)).toMatchObject({ exitCode: 0 });
    await home.upProcess(
      '--ingress-port',
      '0',
      '--ingress-tls-port',
      '0',
      '--functions-port',
      '0',
      '--registry-port',
      '0',
      '--runtime',
      'sandbox',
    );
  });
  afterAll(() => home.remove());

  test.each(examples)(
    '$file is delivered unchanged and responds',
    async ({ file, app, page, shows = /Healthy/, deletes = [app] }) => {
      const { exitCode, stderr } = await command('deploy', join(EXAMPLES, file), '--yes');
      expect(exitCode, stderr).toBe(0);
      expect((await command('status', app)).stdout).toMatch(shows);
      if (page !== undefined) await eventually(() => fetchService(page), { until: (status) => status < 500 });
      for (const name of deletes) expect(await command('delete', name, '--yes')).toMatchObject({ exitCode: 0 });
    },
  );

  /** The status of a request to the first port of a Service, through the API server. */
  async function fetchService(name: string): Promise<number> {
    const { kubernetes = '' } = (await readEndpoints(join(home.at(), 'endpoints.json'))) ?? {};
    const token = (await readFile(join(home.at(), 'admin-token'), 'utf8')).trim();
    const { stdout } = await command('get', 'services', '-o', 'json');
    const {
      items,
    }: { items: readonly { metadata: { name: string; namespace: string }; spec: { ports: { port: number }[] } }[] } =
      JSON.parse(stdout);
    const { metadata, spec } = items.find((one) => one.metadata.name === name) ?? {};
    const path = `/api/v1/namespaces/${metadata?.namespace}/services/${name}:${spec?.ports[0]?.port}/proxy/`;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const options = { rejectUnauthorized: false, headers: { authorization: `Bearer ${token}` } };
    const sent = request(`${kubernetes}${path}`, options, (response) => {
      text(response).then(() => resolve(response.statusCode ?? 500), reject);
    });
    sent.on('error', reject).end();
    return promise;
  }
});
