import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** As in Kubernetes: smaller bodies are sent faster uncompressed. */
const MIN_BYTES = 128 * 1024;

/** The fastest level: objects are repetitive, the others gain little and take several times as long. */
const LEVEL = 1;

const compress = promisify(zlib.gzip);

/** Whether a response of this size depends on the Accept-Encoding of the client. */
export function isCompressible(body: Uint8Array): boolean {
  return body.byteLength > MIN_BYTES;
}

/** Whether a client takes gzip, by its Accept-Encoding. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  return acceptEncoding.split(',').some((entry) => {
    const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Compresses outside of the event loop. */
export function gzip(body: Uint8Array): Promise<Buffer> {
  return compress(body, { level: LEVEL });
}
