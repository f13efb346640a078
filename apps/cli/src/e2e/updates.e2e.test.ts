import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { containerSuite, eventually, missingNamespaces } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

const missing = await missingNamespaces();
let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(() => home.remove());

const HOST = 'shop.localhost';
const command = (...words: readonly string[]) => kubemin([...words, '--data-dir', home.at()], { cwd: home.path });

const SERVER = `
const server = require('node:http').createServer((request, response) => setTimeout(() => response.end(process.env.VERSION), 5));
server.listen(8080);
process.on('SIGTERM', () => { server.close(() => process.exit()); server.closeIdleConnections(); });
`;

/** The document of an application with two copies, whose page is its version. */
function createDocument(version: string, update: object): object {
  return {
    name: 'shop',
    component: [
      {
        ...{ name: 'web', type: 'webservice', image: 'shop-web:1.0', replicas: 2 },
        properties: { ports: [{ port: 8080 }], env: { VERSION: version }, update },
        traits: {
          probes: [{ type: 'readiness', httpGet: { path: '/', port: 8080 }, periodSeconds: 1 }],
          ingress: [{ hosts: [HOST], routes: [{ path: '/', backend: { serviceName: 'web' } }] }],
        },
      },
    ],
  };
}

async function deploy(version: string, update: object): Promise<void> {
  await writeFile(join(home.path, 'shop.json'), JSON.stringify(createDocument(version, update)));
  const { exitCode, stderr } = await command('deploy', 'shop.json', '--yes');
  expect(exitCode, stderr).toBe(0);
}

/** Requests one after the other from several clients until it is stopped, some on connections that they keep. */
class Traffic {
  readonly versions = new Set<string>();
  readonly failures: string[] = [];
  requests = 0;
  readonly #keeping = new Agent({ keepAlive: true, maxSockets: 2 });
  readonly #clients: readonly Promise<void>[];
  #stopped = false;

  constructor(url: string) {
    const agents = [this.#keeping, this.#keeping, new Agent(), new Agent()];
    this.#clients = agents.map((agent) => this.#run(url, agent));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
    this.#keeping.destroy();
  }

  async #run(url: string, agent: Agent): Promise<void> {
    while (!this.#stopped) {
      this.requests += 1;
      try {
        this.versions.add(await fetchText(url, agent));
      } catch (error) {
        this.failures.push(String(error));
      }
    }
  }
}

async function fetchText(url: string, agent: Agent): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = get(url, { agent, headers: { host: HOST } }, (response) => {
    text(response).then((body) => {
      if (response.statusCode === 200) resolve(body);
      else reject(new Error(`status ${response.statusCode}: ${body}`));
    }, reject);
  });
  sent.on('error', reject);
  return promise;
}

describe.skipIf(missing !== undefined)(containerSuite('updates under load', missing), () => {
  test('no request fails while versions replace each other: rolling, canary, blue-green', async () => {
    const up = await home.upProcess(
      '--runtime',
      'sandbox',
      '--ingress-port',
      '0',
      '--ingress-tls-port',
      '0',
      '--functions-port',
      '0',
      '--registry-port',
      '0',
    );
    expect(up.stdout).toContain('Pods run in containers');
    await mkdir(join(home.path, 'web'));
    await writeFile(join(home.path, 'web', 'server.js'), SERVER);
    expect(await command('image', 'build', 'web', '-t', 'shop-web:1.0')).toMatchObject({ exitCode: 0 });
    await deploy('1', { strategy: 'rolling' });
    const { ingress = '' } = (await readEndpoints(join(home.at(), 'endpoints.json'))) ?? {};
    await eventually(() => fetchText(ingress, new Agent()), { until: (version) => version === '1' });

    const traffic = new Traffic(ingress);
    onTestFinished(() => traffic.stop());
    const until = (version: string) => eventually(() => traffic.versions.has(version));
    await deploy('2', { strategy: 'rolling' });
    await until('2');
    await deploy('3', { strategy: 'canary', approval: 'automatic', pauseSeconds: 1 });
    await until('3');
    await deploy('4', { strategy: 'blue-green', graceSeconds: 1 });
    await until('4');
    await traffic.stop();
    expect(traffic.failures).toEqual([]);
    expect(traffic.requests).toBeGreaterThan(100);
  });
});
