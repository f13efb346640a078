import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKubeClient, httpTransport, type KubeClient, loadKubeconfigFiles } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { apiextensions, core } from '@kubemin/kubeapi/resources';
import { initialResources } from '@kubemin/samples';
import { freePort } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kubectl, kubectlVersion } from '../test-support/kubectl.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

const PAGE = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'first-objects.md');
const PASSWORD = 'correct horse battery';

let home: KubeminHome;
let kubeconfig: string;
let port: number;
let client: KubeClient;
let close: () => void;

beforeAll(async () => {
  home = await KubeminHome.create();
  port = await freePort();
  const ports = ['--secure-port', '0', '--insecure-port', String(port)];
  await home
    .start('apiserver', '--data-dir', home.path, '--authn-allow-localhost', ...ports)
    .waitForOutput('API server is up');
  kubeconfig = home.at('apiserver/kubeconfig');
  const access = loadKubeconfigFiles([kubeconfig], { readFile: (path) => readFileSync(path, 'utf8') });
  const transport = httpTransport(access);
  client = createKubeClient(transport.handler);
  close = () => transport.close();
  await writeFile(home.at('password'), `${PASSWORD}\n`);
  await mkdir(home.at('first'));
  const blocks = (await readFile(PAGE, 'utf8')).matchAll(/^```yaml\n([\s\S]*?)^```/gm);
  for (const [index, [, block = '']] of [...blocks].entries()) await writeFile(home.at(`first/${index}.yaml`), block);
});
afterAll(async () => {
  close();
  await home.remove();
});

interface InitResult {
  readonly name: string;
  readonly action: string;
}

async function init(...args: readonly string[]): Promise<readonly InitResult[]> {
  const { exitCode, stdout, stderr } = await run(...args, '-o', 'json');
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
}

const run = (...args: readonly string[]) => home.start('crd', 'init', '--kubeconfig', kubeconfig, ...args).finished();

async function versions(): Promise<readonly unknown[]> {
  const types = [core.v1.namespaces, core.v1.secrets, apiextensions.v1.customresourcedefinitions, ...initialResources];
  const lists = await Promise.all(types.map((type) => client.resource(type).list()));
  const items = lists.flatMap((list): readonly KubeObject[] => list.items);
  return items.map(({ kind, metadata }) => [kind, metadata.name, metadata.resourceVersion]);
}

describe.each([
  ['the built-in set', () => ['--password-file', home.at('password')]],
  ['the directory of the page', () => ['-f', home.at('first')]],
])('KC-INIT-1: %s', (_, args) => {
  test('comes to a new server in the order of dependencies, and a second time changes nothing', async () => {
    const first = await init(...args());
    const kinds = first.map(({ name }) => name).filter((name) => name.includes('/'));
    const order = ['namespace', 'catalog', 'binarymetadata', 'team', 'user', 'secret'];
    expect([...new Set(kinds.map((name) => name.split('/')[0]))]).toEqual(order);
    const before = await versions();
    const second = await init(...args());
    expect(second).toEqual(first.map((each) => ({ ...each, action: 'unchanged' })));
    expect(await versions()).toEqual(before);
  });
});

describe('KC-INIT-2: the password', () => {
  test('is in no response of the server about users, in any format', async () => {
    await init('--password-file', home.at('password'));
    const { stdout } = await run('--password-file', home.at('password'), '-o', 'wide');
    const path = '/apis/iam.minik8s.io/v1/users';
    const token = /token: (\S+)/.exec(await readFile(kubeconfig, 'utf8'))?.[1];
    const texts = [stdout];
    for (const accept of ['application/json', 'application/yaml', 'application/json;as=Table;v=v1;g=meta.k8s.io']) {
      const headers = { accept, authorization: `Bearer ${token}` };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      expect(response.status).toBe(200);
      texts.push(await response.text());
    }
    for (const text of texts) {
      expect(text).toContain('admin');
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain('scrypt');
    }
  });

  test('is refused when it is too short, before anything is applied, and with files of one’s own', async () => {
    await writeFile(home.at('short'), 'short\n');
    const before = await versions();
    expect(await run('--password-file', home.at('short'))).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('8 characters or more'),
    });
    expect(await run('--password-file', home.at('password'), '-f', home.at('first'))).toMatchObject({ exitCode: 2 });
    expect(await versions()).toEqual(before);
  });
});

test('an object of another kind is refused by its name, with what to do', async () => {
  await writeFile(home.at('pod.yaml'), 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n');
  const { exitCode, stderr } = await run('-f', home.at('pod.yaml'));
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/Pod \(v1\) "web"[\s\S]*kubectl apply -f/);
});

test.skipIf((await kubectlVersion()) === undefined)(
  'KC-SRV-1: kubectl lists the users over http, by their columns (needs kubectl on PATH)',
  async () => {
    await init();
    const server = `http://127.0.0.1:${port}`;
    const directory = home.at('apiserver');
    expect(await kubectl(directory, '-s', server, '-n', 'default', 'get', 'users')).toMatch(
      /^NAME +TITLE +DISABLED +LAST LOGIN\nadmin +Administrator +false/,
    );
    expect(await kubectl(directory, '-s', server, 'get', 'binmeta', '-A')).toContain('shell');
  },
);
