import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** As Kubernetes has it: what is smaller is sent sooner than it is compressed. */
const MIN_BYTES = 128 * 1024;

/** The fastest level: objects are repetitive, the others gain little and take several times as long. */
const LEVEL = 1;

const compress = promisify(gzip);

/** Whether an answer of this size depends on what encodings the client takes. */
export function isCompressible(body: Uint8Array): boolean {
  return body.byteLength > MIN_BYTES;
}

/** Whether a client takes gzip, by its Accept-Encoding. */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  return acceptEncoding.split(',').some((entry) => {
    const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Compresses outside of the event loop. */
export function gzipped(body: Uint8Array): Promise<Buffer> {
  return compress(body, { level: LEVEL });
}
