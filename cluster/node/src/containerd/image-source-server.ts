import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImageStore, StoredImage } from '../images/index.ts';
import { type Relay, serveConnections } from '../network/index.ts';
import { imageRepository } from './image-importer.ts';

const PATH =
  /^\/v2\/(?<repository>kubemin\/sha256-[0-9a-f]{64})\/(?<kind>manifests|blobs)\/(?<digest>sha256:[0-9a-f]{64})$/;

const OCI_MANIFEST = 'application/vnd.oci.image.manifest.v1+json';

/**
 * Serves the images of a store over a unix socket, as much of the distribution protocol as containerd needs to pull one by the digest of its manifest.
 * Each image is a repository of its own, see imageRepository.
 */
export function serveImageSource(path: string, store: ImageStore): Promise<Relay> {
  const server = createServer((request, response) => {
    reply(store, request, response).catch(() => response.destroy());
  });
  return serveConnections(path, (socket) => server.emit('connection', socket));
}

async function reply(store: ImageStore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { repository = '', kind, digest = '' } = PATH.exec(request.url ?? '')?.groups ?? {};
  const manifest = repository.replace(/^kubemin\/sha256-/, 'sha256:');
  const image = digest === '' ? undefined : await store.find(manifest);
  const found = image === undefined ? undefined : findContent(image, kind === 'manifests', digest);
  if (found === undefined || imageRepository(manifest) !== repository) {
    response.writeHead(404).end();
    return;
  }
  const { mediaType, size } = found;
  response.writeHead(200, {
    'content-type': mediaType || (kind === 'manifests' ? OCI_MANIFEST : 'application/octet-stream'),
    'content-length': size,
    'docker-content-digest': digest,
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(Readable.from(store.readBlob(found)), response);
}

function findContent(image: StoredImage, isManifest: boolean, digest: string) {
  const { id, manifest, layers, size } = image;
  if (isManifest) return manifest.digest === digest ? manifest : undefined;
  // What its other blobs do not take is the size of its config.
  const others = [manifest, ...layers].reduce((sum, blob) => sum + blob.size, 0);
  return [{ mediaType: '', digest: id, size: size - others }, ...layers].find((blob) => blob.digest === digest);
}
