import {
  type ApiRequest,
  type ApiStreamResponse,
  type ApiTextResponse,
  type ApiUpgradeResponse,
  badRequest,
  StatusError,
} from '@kubemin/kubeapi';
import { acceptHeaders, connectionPair, offeredProtocols, WebSocketConnection } from '@kubemin/kubeapi/stream';

/** A log as it is served without a WebSocket. */
export type LogResponse = ApiStreamResponse | ApiTextResponse;

const BASE64 = 'base64.binary.k8s.io';
const PROTOCOLS = ['binary.k8s.io', BASE64];

/** The log as messages of a WebSocket: bytes, or their base64 where the client has chosen that. The first message is empty. */
export function webSocketLog(log: LogResponse, { headers }: ApiRequest): ApiUpgradeResponse {
  if (headers.upgrade?.toLowerCase() !== 'websocket') throw badRequest('a log can be upgraded to a WebSocket only');
  const offered = offeredProtocols(headers['sec-websocket-protocol']);
  const protocol = offered.find((name) => PROTOCOLS.includes(name));
  if (protocol === undefined && offered.length > 0) throw notOffered(offered);
  const [near, far] = connectionPair();
  const connection = new WebSocketConnection({ socket: far });
  void sendLog(log, connection, protocol === BASE64);
  return {
    kind: 'upgrade',
    status: 101,
    headers: acceptHeaders(headers['sec-websocket-key'] ?? '', protocol),
    socket: near,
  };
}

/** Until the log ends or the client is gone, whichever is first; the end of the request's signal ends the log. */
async function sendLog(log: LogResponse, connection: WebSocketConnection, asText: boolean): Promise<void> {
  const send = (bytes: Uint8Array): Promise<void> =>
    asText
      ? connection.send(Buffer.from(Buffer.from(bytes).toString('base64')), 'text')
      : connection.send(bytes, 'binary');
  const reading = readUntilGone(connection);
  try {
    await send(new Uint8Array());
    if (log.kind === 'text') await send(Buffer.from(log.text));
    else for await (const bytes of log.body) await send(bytes);
    connection.close();
    await reading;
  } catch {
    connection.destroy();
  }
}

/** Clients send nothing but pings and the close. */
async function readUntilGone(connection: WebSocketConnection): Promise<void> {
  try {
    for await (const _ of connection.messages());
  } catch {
    connection.destroy();
  }
}

function notOffered(offered: readonly string[]): StatusError {
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `requested protocol(s) are not supported: [${offered.join(' ')}]; supports [${PROTOCOLS.join(' ')}]`,
    reason: 'Forbidden',
    code: 403,
  });
}
