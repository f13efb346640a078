import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAdminToken } from '../connection/admin-token.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { advertisedAddress } from '../platform/advertised-address.ts';
import { kubectl, kubectlVersion } from '../test-support/kubectl.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

let home: KubeminHome;
let port: number;
beforeEach(async () => {
  home = await KubeminHome.create();
  port = await freePort();
});
afterEach(() => home.remove());

async function start(...flags: readonly string[]): Promise<void> {
  const ports = ['--secure-port', '0', '--insecure-port', String(port)];
  await home.start('apiserver', '--data-dir', home.path, ...ports, ...flags).waitForOutput('API server is up');
}

async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  await response.arrayBuffer();
  return response.status;
}

const NAMESPACES = '/api/v1/namespaces';

test('KC-SRV-3: plain http admits this machine only with the flag, whatever headers claim', async () => {
  const forged = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' };
  await start();
  expect(await get('/healthz')).toBe(200);
  expect(await get(NAMESPACES)).toBe(401);
  expect(await get(NAMESPACES, forged)).toBe(401);
  expect(await get(NAMESPACES, { authorization: 'Bearer wrong' })).toBe(401);
});

test('the documented command line works as written: switches with values, -v=10, durations', async () => {
  const tokens = home.at('token.csv');
  await writeFile(tokens, 'letmein,root,0,system:masters\nguest,alice,1\n');
  const objects = home.at('teleport');
  await start(
    '--backend=file',
    `--file-rootpath=${objects}`,
    `--token-auth-file=${tokens}`,
    '--unrestricted-update=true',
    '-v=10',
    '--kubectl-disabled=false',
    '--kubectl-ephemeral-token=false',
    '--authn-allow-localhost=true',
    '--request-timeout=60m',
  );
  expect(await get(NAMESPACES)).toBe(200);
  expect(await get(NAMESPACES, { authorization: 'Bearer letmein' })).toBe(200);
  expect(await get(NAMESPACES, { authorization: 'Bearer guest' })).toBe(403);
});

const tokenIn = async (kubeconfig: string): Promise<string> =>
  /token: (\S+)/.exec(await readFile(kubeconfig, 'utf8'))?.[1] ?? '';

test('KC-SRV-5: kubectl can be held to short-lived tokens, and finds one in its kubeconfig', async () => {
  await start('--kubectl-ephemeral-token', '--authn-allow-localhost');
  const kubectl = { 'user-agent': 'kubectl/v1.33' };
  const ephemeral = await tokenIn(home.at('apiserver/kubeconfig'));
  const lasting = await readAdminToken(dataDirectory(home.at('apiserver')).adminToken);
  expect(await get(NAMESPACES)).toBe(200);
  expect(await get(NAMESPACES, kubectl)).toBe(401);
  expect(await get(NAMESPACES, { ...kubectl, authorization: `Bearer ${ephemeral}` })).toBe(200);
  expect(await get(NAMESPACES, { ...kubectl, authorization: `Bearer ${lasting}` })).toBe(401);
});

test('KC-SRV-6: kubectl can be refused, which the docs call no security boundary: another User-Agent passes', async () => {
  await start('--kubectl-disabled');
  const authorization = `Bearer ${await tokenIn(home.at('apiserver/kubeconfig'))}`;
  expect(await get(NAMESPACES, { authorization, 'user-agent': 'kubectl/v1.33' })).toBe(401);
  expect(await get(NAMESPACES, { authorization, 'user-agent': 'not-kubectl/v1.33' })).toBe(200);
  const page = await readFile(new URL('../../../../docs/apiserver.md', import.meta.url), 'utf8');
  expect(page).toMatch(/`--kubectl-disabled` uses the User-Agent[^.]*not a security boundary/);
});

describe('on every address of the machine', () => {
  const address = advertisedAddress('0.0.0.0', networkInterfaces());

  /** Over an address of the machine that is no loopback, so that the peer is none either. */
  function getFrom(securePort: number, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const options = { host: address, port: securePort, path: NAMESPACES, headers, agent: false };
      const asked = request({ ...options, rejectUnauthorized: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', reject);
      asked.end();
    });
  }

  test.skipIf(address === undefined)(
    'KC-SRV-3: only the peer of the socket makes a request local (needs an address besides loopback)',
    async () => {
      const securePort = await freePort();
      await start('--authn-allow-localhost', '--bind-address', '0.0.0.0', '--secure-port', String(securePort));
      const forged = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' };
      expect(await getFrom(securePort, forged)).toBe(401);
      expect(await get(NAMESPACES, { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7' })).toBe(200);
    },
  );

  test.skipIf(address === undefined)(
    'KC-SRV-4: plain http stays on loopback all the same (needs an address besides loopback)',
    async () => {
      await start('--bind-address', '0.0.0.0');
      expect(await get('/healthz')).toBe(200);
      await expect(fetch(`http://${address}:${port}/healthz`)).rejects.toThrow('fetch failed');
    },
  );
});

test('KC-SRV-4: no token is built in: every data directory has one of its own', async () => {
  await start();
  const elsewhere = ['--data-dir', home.at('other'), '--secure-port', '0', '--insecure-port', '0'];
  await home.start('apiserver', ...elsewhere).waitForOutput('API server is up');
  const tokens = [await tokenIn(home.at('apiserver/kubeconfig')), await tokenIn(home.at('other/apiserver/kubeconfig'))];
  expect(tokens[0]).not.toBe(tokens[1]);
  expect(await get(NAMESPACES, { authorization: `Bearer ${tokens[0]}` })).toBe(200);
  expect(await get(NAMESPACES, { authorization: `Bearer ${tokens[1]}` })).toBe(401);
});

test('the server publishes its address and client certificate authority as objects', async () => {
  const securePort = await freePort();
  await start('--authn-allow-localhost', '--secure-port', String(securePort));
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}/api/v1/namespaces/${path}`)).json();
  const ip = advertisedAddress('127.0.0.1', networkInterfaces());
  expect(await read('default/endpoints/kubernetes')).toMatchObject(
    ip === undefined ? { code: 404 } : { subsets: [{ addresses: [{ ip }], ports: [{ port: securePort }] }] },
  );
  const certificates = join(home.path, 'apiserver', 'certificates');
  const ca = await readFile(join(certificates, 'ca.crt'), 'utf8');
  expect(await read('kube-system/configmaps/extension-apiserver-authentication')).toMatchObject({
    data: { 'client-ca-file': ca },
  });
  // Signed by that authority, but for a server: it is asked for, looked at and refused.
  const cert = await readFile(join(certificates, 'apiserver.crt'));
  const key = await readFile(join(certificates, 'apiserver.key'));
  const refused = request({ host: '127.0.0.1', port: securePort, path: NAMESPACES, ca, cert, key, agent: false });
  refused.end();
  const [response] = await once(refused, 'response');
  response.resume();
  expect(response.statusCode).toBe(401);
});

test('all problems of the command line are reported at once, and nothing is started', async () => {
  const flags = ['--backend=etcd', '--request-timeout=60', '--kubectl-disabled=maybe'];
  const { exitCode, stderr } = await kubemin(['apiserver', '--data-dir', home.path, ...flags]);
  expect(exitCode).toBe(2);
  for (const flag of ['--backend', '--request-timeout', '--kubectl-disabled']) expect(stderr).toContain(`  ${flag} `);
});

describe('KC-SRV-1: with kubectl', async () => {
  const version = await kubectlVersion();
  test.skipIf(version === undefined)(
    'the written kubeconfig works, and so does http (needs kubectl on PATH)',
    async () => {
      await start('--authn-allow-localhost=true');
      const directory = join(home.path, 'apiserver');
      expect(await kubectl(directory, 'create', 'configmap', 'greeting', '--from-literal=hello=world')).toContain(
        'created',
      );
      const server = `http://127.0.0.1:${port}`;
      expect(await kubectl(directory, '-s', server, 'get', 'namespaces', '-o', 'name')).toContain('namespace/default');
    },
  );
});
