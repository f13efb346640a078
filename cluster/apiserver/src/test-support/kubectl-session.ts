import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readdirSync, realpathSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import type { ApiHandler, ApiRequest } from '@kubemin/kubeapi';
import type { ApiServerOptions } from '../api-server.ts';
import { tokenAuthenticator } from '../auth/authentication/token-authenticator.ts';
import { ADMIN_USER } from '../auth/authentication/well-known-users.ts';
import { loadOrCreateCertificates } from '../certificates/certificates.ts';
import { type ApiListener, serveApi } from '../http/serve-api.ts';
import { TestApi } from './test-api.ts';

/** A kubectl of this machine. */
export interface KubectlProgram {
  readonly path: string;
  /** The x of 1.x. */
  readonly minor: number;
}

/** The kubectl on PATH, and those of other versions that lie beside it as `kubectl.1.x`: one of each version. */
export function kubectlPrograms(): readonly KubectlProgram[] {
  const paths = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, 'kubectl'));
  const found = paths.flatMap((path) => program(path)).at(0);
  if (found === undefined) return [];
  const directory = dirname(realpathSync(found.path));
  const others = readdirSync(directory).filter((name) => /^kubectl\.1\.\d+$/.test(name));
  const all = [found, ...others.flatMap((name) => program(join(directory, name)))];
  return [...new Map(all.map((each) => [each.minor, each])).values()];
}

function program(path: string): readonly KubectlProgram[] {
  const { status, stdout } = spawnSync(path, ['version', '--client'], { encoding: 'utf8' });
  const minor = /Client Version: v1\.(\d+)/.exec(stdout ?? '')?.[1];
  return status === 0 && minor !== undefined ? [{ path, minor: Number(minor) }] : [];
}

/** How a run of kubectl went. */
export interface KubectlOutcome {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

interface SessionParts {
  readonly api: TestApi;
  readonly home: string;
  readonly listener: ApiListener;
  readonly requests: EventEmitter<{ request: [ApiRequest] }>;
}

/** A server in memory, served over TLS, and kubectl with a home of its own to talk to it. */
export class KubectlSession {
  readonly api: TestApi;
  readonly home: string;
  readonly #listener: ApiListener;
  readonly #requests: EventEmitter<{ request: [ApiRequest] }>;

  private constructor(parts: SessionParts) {
    this.api = parts.api;
    this.home = parts.home;
    this.#listener = parts.listener;
    this.#requests = parts.requests;
  }

  static async start(options: Partial<ApiServerOptions> = {}): Promise<KubectlSession> {
    const home = await mkdtemp(join(tmpdir(), 'kubemin-kubectl-'));
    const tokens = tokenAuthenticator([{ token: 'token', user: ADMIN_USER }]);
    const api = await TestApi.start({ ...options, authenticators: [tokens] });
    const tls = await loadOrCreateCertificates({
      directory: home,
      hosts: [],
      clock: systemClock,
      random: systemRandom,
    });
    const requests = new EventEmitter<{ request: [ApiRequest] }>();
    const handler: ApiHandler = (request) => {
      requests.emit('request', request);
      return api.server.handler(request);
    };
    const { authenticate } = api.server;
    const listener = await serveApi({ handler, host: '127.0.0.1', port: 0, tls, authenticate, logger: silentLogger });
    await writeFile(join(home, 'kubeconfig'), JSON.stringify(kubeconfig(listener.port, tls.ca)));
    return new KubectlSession({ api, home, listener, requests });
  }

  /** Resolves once kubectl asks to watch a collection, from now on. */
  watched(resource: string): Promise<void> {
    return new Promise((resolve) => {
      const look = ({ path, query }: ApiRequest): void => {
        if (!path.endsWith(`/${resource}`) || query.get('watch') !== 'true') return;
        this.#requests.off('request', look);
        resolve();
      };
      this.#requests.on('request', look);
    });
  }

  /** What kubectl prints; rejects with what it complains. */
  async run(args: readonly string[], path = 'kubectl'): Promise<string> {
    const { ok, stdout, stderr } = await this.outcome(args, path);
    if (ok) return stdout;
    throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  }

  /** All there is to know about a kubectl that has ended. */
  outcome(args: readonly string[], path = 'kubectl'): Promise<KubectlOutcome> {
    return new Promise((resolve) => {
      execFile(path, args, { env: this.#environment() }, (error, stdout, stderr) => {
        resolve({ ok: error === null, stdout, stderr });
      });
    });
  }

  /** The path of a new file in kubectl's home. */
  async file(name: string, content: string): Promise<string> {
    const path = join(this.home, name);
    await writeFile(path, content);
    return path;
  }

  /** For what does not end by itself. */
  spawn(args: readonly string[]): ChildProcess {
    return spawn('kubectl', args, { env: this.#environment() });
  }

  async close(): Promise<void> {
    await this.#listener.close();
    await this.api.close();
    await rm(this.home, { recursive: true });
  }

  #environment(): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, HOME: this.home, KUBECONFIG: join(this.home, 'kubeconfig') };
  }
}

function kubeconfig(port: number, ca: string): unknown {
  const authority = Buffer.from(ca).toString('base64');
  const cluster = { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': authority };
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    clusters: [{ name: 'test', cluster }],
    users: [{ name: 'test', user: { token: 'token' } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
  };
}
