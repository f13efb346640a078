import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatImageConfig, type ImageConfig } from '../image-config.ts';
import { formatManifest, MEDIA_TYPES, sha256 } from '../manifest.ts';
import { EMPTY_CONFIG } from './image-fixture.ts';

export interface SeenRequest {
  readonly path: string;
  readonly authorization: string | undefined;
}

/** Takes a request over when it returns true. */
export type RequestOverride = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A registry on a loopback port, with what tests put into it. */
export class TestRegistry {
  readonly manifests = new Map<string, { readonly mediaType: string; readonly body: string }>();
  readonly blobs = new Map<string, Buffer>();
  readonly requests: SeenRequest[] = [];
  override: RequestOverride = () => false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#handle(request, response));
  }

  static async start(): Promise<TestRegistry> {
    const registry = new TestRegistry();
    await new Promise<void>((resolve) => registry.#server.listen(0, '127.0.0.1', resolve));
    return registry;
  }

  /** `127.0.0.1:12345` */
  get host(): string {
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Adds an image under a tag and its digest; the result is its manifest. */
  addImage(
    repository: string,
    tag: string,
    layers: readonly { readonly tar: Buffer; readonly stored: Buffer }[],
    config: Partial<ImageConfig> = {},
  ): { readonly digest: string; readonly size: number; readonly mediaType: string } {
    const text = Buffer.from(
      formatImageConfig({ ...EMPTY_CONFIG, ...config, layers: layers.map(({ tar }) => sha256(tar)) }),
    );
    this.blobs.set(sha256(text), text);
    for (const { stored } of layers) this.blobs.set(sha256(stored), stored);
    const body = formatManifest(
      { mediaType: MEDIA_TYPES.ociConfig, digest: sha256(text), size: text.length },
      layers.map(({ stored }) => ({
        mediaType: `${MEDIA_TYPES.ociLayer}+gzip`,
        digest: sha256(stored),
        size: stored.length,
      })),
    );
    this.addManifest(repository, tag, MEDIA_TYPES.ociManifest, body);
    return { mediaType: MEDIA_TYPES.ociManifest, digest: sha256(body), size: body.length };
  }

  addManifest(repository: string, tag: string, mediaType: string, body: string): void {
    for (const name of [tag, sha256(body)])
      this.manifests.set(`/v2/${repository}/manifests/${name}`, { mediaType, body });
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.requests.push({ path, authorization: request.headers.authorization });
    if (this.override(request, response)) return;
    const [plain = ''] = path.split('?', 1);
    const manifest = this.manifests.get(plain);
    const blob = this.blobs.get(/\/blobs\/(.*)$/.exec(plain)?.[1] ?? '');
    if (manifest !== undefined) {
      response.writeHead(200, { 'content-type': manifest.mediaType, 'docker-content-digest': sha256(manifest.body) });
      response.end(manifest.body);
    } else if (blob !== undefined) response.writeHead(200, { 'content-length': blob.length }).end(blob);
    else response.writeHead(404).end('{"errors":[]}');
  }
}
