import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import type { ApiHandler, ApiRequest } from '@kubemin/kubeapi';
import { type KubectlTarget, kubeconfigFor } from '@kubemin/testing/kubectl';
import { tokenAuthenticator } from '../auth/authentication/authenticators.ts';
import { ADMIN_USER } from '../auth/authentication/well-known-users.ts';
import { loadServiceAccountSigner } from '../auth/service-accounts/service-account-signer.ts';
import { loadOrCreateCertificates } from '../certificates/certificates.ts';
import { type ApiListener, serveApi } from '../http/serve-api.ts';
import { TestApi } from './test-api.ts';

const TOKEN = 'token';

type Requests = EventEmitter<{ request: [ApiRequest] }>;

interface SessionParts {
  readonly api: TestApi;
  readonly home: string;
  readonly listener: ApiListener;
  readonly ca: string;
  readonly requests: Requests;
}

/** A server in memory, served over TLS, and a home for kubectl. */
export class KubectlSession implements KubectlTarget {
  readonly api: TestApi;
  readonly home: string;
  readonly #listener: ApiListener;
  readonly #ca: string;
  readonly #requests: Requests;

  private constructor(parts: SessionParts) {
    this.api = parts.api;
    this.home = parts.home;
    this.#listener = parts.listener;
    this.#ca = parts.ca;
    this.#requests = parts.requests;
  }

  static async start(): Promise<KubectlSession> {
    const home = await mkdtemp(join(tmpdir(), 'kubemin-kubectl-'));
    const signer = await loadServiceAccountSigner({ directory: home });
    const api = await TestApi.start({
      serviceAccounts: { signer, issuer: 'https://kubernetes.default.svc' },
      authenticators: [tokenAuthenticator([{ token: TOKEN, user: ADMIN_USER }])],
    });
    const requests: Requests = new EventEmitter();
    const handler: ApiHandler = (request) => {
      requests.emit('request', request);
      return api.server.handler(request);
    };
    const tls = await loadOrCreateCertificates({
      directory: home,
      hosts: [],
      clock: systemClock,
      random: systemRandom,
    });
    const { authenticate } = api.server;
    const listener = await serveApi({ handler, host: '127.0.0.1', port: 0, tls, authenticate, logger: silentLogger });
    return new KubectlSession({ api, home, listener, ca: tls.ca, requests });
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

  kubeconfig(namespace: string): string {
    const server = `https://127.0.0.1:${this.#listener.port}`;
    return kubeconfigFor({ server, ca: this.#ca, token: TOKEN }, namespace);
  }

  async openNamespace(name: string): Promise<void> {
    await this.api.create('/api/v1/namespaces', { metadata: { name } });
    // Pods need it, and it comes a moment later.
    const accounts = await this.api.watch(`/api/v1/namespaces/${name}/serviceaccounts?watch=true`);
    await accounts.next();
    accounts.stop();
  }

  get(url: string): Promise<unknown> {
    return this.api.get(url);
  }

  async close(): Promise<void> {
    await this.#listener.close();
    await this.api.close();
    await rm(this.home, { recursive: true });
  }
}
