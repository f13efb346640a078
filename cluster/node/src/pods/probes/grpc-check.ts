import { connect } from 'node:http2';
import type { ProbeOutcome } from './probe-check.ts';

export interface GrpcCheck {
  readonly host: string;
  readonly port: number;
  readonly service: string;
}

const SERVING = 1;
const STATUSES: Readonly<Record<number, string>> = { 0: 'UNKNOWN', 2: 'NOT_SERVING', 3: 'SERVICE_UNKNOWN' };
const HEAD_BYTES = 5;

/** Calls `grpc.health.v1.Health/Check` over HTTP/2 without TLS. */
export async function checkGrpc({ host, port, service }: GrpcCheck, signal: AbortSignal): Promise<ProbeOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ProbeOutcome>();
  const session = connect(`http://${host}:${port}`);
  const abort = (): void =>
    reject(new Error(`timeout: failed to connect service "${host}:${port}" within the time limit`));
  signal.addEventListener('abort', abort);
  session.on('error', (error) =>
    reject(new Error(`error: failed to connect service at "${host}:${port}": ${error.message}`)),
  );
  const call = session.request({
    ':method': 'POST',
    ':path': '/grpc.health.v1.Health/Check',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  const chunks: Buffer[] = [];
  let trailers: Readonly<Record<string, unknown>> = {};
  call.on('data', (chunk: Buffer) => chunks.push(chunk));
  call.on('response', (headers) => {
    trailers = headers;
  });
  call.on('trailers', (found) => {
    trailers = found;
  });
  call.on('error', reject);
  call.on('end', () => resolve(readReply(Buffer.concat(chunks), String(trailers['grpc-status'] ?? '0'), service)));
  call.end(requestMessage(service));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    session.destroy();
  }
}

/** A length-prefixed message with the service in field 1. */
function requestMessage(service: string): Buffer {
  const name = Buffer.from(service);
  const body = name.length === 0 ? name : Buffer.concat([Buffer.from([0x0a, name.length]), name]);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

function readReply(reply: Buffer, grpcStatus: string, service: string): ProbeOutcome {
  if (grpcStatus !== '0')
    return { result: 'failure', message: `error: health rpc failed with grpc-status ${grpcStatus}` };
  const body = reply.subarray(HEAD_BYTES);
  const status = body[0] === 0x08 ? (body[1] ?? 0) : 0;
  if (status === SERVING) return { result: 'success', message: 'service healthy' };
  const name = STATUSES[status] ?? String(status);
  return {
    result: 'failure',
    message: `service unhealthy (responded with "${name}")${service === '' ? '' : `: ${service}`}`,
  };
}
