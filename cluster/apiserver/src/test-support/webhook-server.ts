// A webhook in this process: a TLS server with its own authority. For tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { systemClock, systemRandom } from '@kubemin/base';
import { asJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { loadOrCreateCertificates } from '../certificates/index.ts';

/** What a webhook returns for a review; undefined never returns. */
export type WebhookHandler = (review: JsonObject, path: string) => JsonObject | undefined;

/** Serves reviews at `https://127.0.0.1:PORT/…` and remembers them. */
export class WebhookServer {
  readonly reviews: JsonObject[] = [];
  readonly #server: Server;
  readonly #ca: string;

  private constructor(server: Server, ca: string) {
    this.#server = server;
    this.#ca = ca;
  }

  static async start(handle: WebhookHandler): Promise<WebhookServer> {
    const directory = await mkdtemp(join(tmpdir(), 'kubemin-webhook-'));
    const hosts = ['hooks.test.svc'];
    const { ca, cert, key } = await loadOrCreateCertificates({
      directory,
      hosts,
      clock: systemClock,
      random: systemRandom,
    }).finally(() => rm(directory, { recursive: true }));
    const server = createServer({ cert, key });
    const webhook = new WebhookServer(server, ca);
    server.on('request', async (request, response) => {
      const review = asJsonObject(await json(request));
      webhook.reviews.push(review);
      const result = handle(review, request.url ?? '');
      if (result !== undefined)
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return webhook;
  }

  get caBundle(): string {
    return Buffer.from(this.#ca).toString('base64');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The clientConfig of a webhook that is served here. */
  clientConfig(path = '/'): JsonObject {
    return { url: `https://127.0.0.1:${this.port}${path}`, caBundle: this.caBundle };
  }

  /** The requests of all reviews since the last call. */
  takeRequests(): readonly JsonObject[] {
    return this.reviews.splice(0).map(({ request }) => asJsonObject(request));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The review with a response: allowed, with a patch if one is given. */
export function allow(review: JsonObject, patch?: unknown, more: JsonObject = {}): JsonObject {
  const { uid = '' } = asJsonObject(review.request);
  const patched = patch === undefined ? {} : { patchType: 'JSONPatch', patch: encoded(patch) };
  return { ...reviewType(review), response: { uid, allowed: true, ...patched, ...more } };
}

/** The review with a response: denied. */
export function deny(review: JsonObject, status: JsonObject): JsonObject {
  const { uid = '' } = asJsonObject(review.request);
  return { ...reviewType(review), response: { uid, allowed: false, status } };
}

function reviewType({ apiVersion = '', kind = '' }: JsonObject): JsonObject {
  return { apiVersion, kind };
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
