// A server on a socket and kubectl to talk to it: for this package's tests.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { ADMIN_USER, type ApiListener, loadOrCreateCertificates, serveApi, tokenAuthenticator } from './index.ts';
import { TestApi } from './test-api.ts';

/** Why kubectl cannot be used here; undefined when it can. */
export function kubectlMissing(): string | undefined {
  const { status } = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' });
  return status === 0 ? undefined : 'there is no kubectl on PATH';
}

/** kubectl with a home and a server of its own. */
export class TestKubectl {
  readonly api: TestApi;
  readonly #home: string;
  readonly #listener: ApiListener;

  private constructor(api: TestApi, home: string, listener: ApiListener) {
    this.api = api;
    this.#home = home;
    this.#listener = listener;
  }

  static async start(): Promise<TestKubectl> {
    const home = await mkdtemp(join(tmpdir(), 'kubemin-kubectl-'));
    const api = await TestApi.start();
    const tls = await loadOrCreateCertificates({
      directory: home,
      hosts: [],
      clock: systemClock,
      random: systemRandom,
    });
    const listener = await serveApi({
      handler: api.server.handler,
      host: '127.0.0.1',
      port: 0,
      tls,
      authenticate: tokenAuthenticator([{ token: 'token', user: ADMIN_USER }]),
      logger: silentLogger,
    });
    const cluster = {
      server: `https://127.0.0.1:${listener.port}`,
      'certificate-authority-data': Buffer.from(tls.ca).toString('base64'),
    };
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'test',
      clusters: [{ name: 'test', cluster }],
      users: [{ name: 'test', user: { token: 'token' } }],
      contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    };
    await writeFile(join(home, 'kubeconfig'), JSON.stringify(config));
    return new TestKubectl(api, home, listener);
  }

  async close(): Promise<void> {
    await this.#listener.close();
    await this.api.close();
    await rm(this.#home, { recursive: true });
  }

  /** Rejects with what kubectl says on stderr. */
  run(...args: readonly string[]): Promise<string> {
    const env = { PATH: process.env.PATH, HOME: this.#home, KUBECONFIG: join(this.#home, 'kubeconfig') };
    return new Promise((resolve, reject) => {
      execFile('kubectl', args, { env }, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`kubectl ${args.join(' ')}: ${stderr}`, { cause: error }));
      });
    });
  }

  /** `kubectl apply` of objects, without asking the server for its OpenAPI first. */
  async apply(objects: unknown, ...flags: readonly string[]): Promise<string> {
    const file = join(this.#home, 'applied.json');
    await writeFile(file, JSON.stringify(objects));
    return this.run('apply', '--validate=false', '-f', file, ...flags);
  }
}
