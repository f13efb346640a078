import type { Duplex } from 'node:stream';
import { toError } from '@kubemin/base';
import { SpdySession } from './spdy-session.ts';
import type { SpdyStream } from './spdy-stream.ts';

/** The protocol of forwarded ports over SPDY. */
export const PORT_FORWARD_PROTOCOL = 'portforward.k8s.io';
/** The same inside a WebSocket. */
export const TUNNELED_PORT_FORWARD_PROTOCOL = 'SPDY/3.1+portforward.k8s.io';

/** Serves one connection to a port; its failure is reported to the client, which continues with other connections. */
export type PortServer = (port: number, connection: Duplex) => Promise<void>;

/** A node's end of forwarded ports: each connection is a pair of streams, one for data and one for what went wrong. */
export function servePortForward(socket: Duplex, serve: PortServer): SpdySession {
  const halves = new Map<string, { error?: SpdyStream; data?: SpdyStream }>();
  return new SpdySession({
    socket,
    role: 'server',
    onStream: (stream) => {
      const { requestid = '', streamtype = '', port = '' } = stream.headers;
      const pair = halves.get(requestid) ?? {};
      halves.set(requestid, pair);
      if (streamtype === 'error') pair.error = stream;
      if (streamtype === 'data') pair.data = stream;
      const { error, data } = pair;
      if (error === undefined || data === undefined) return;
      halves.delete(requestid);
      void serveOne(serve, Number(port), { error, data });
    },
  });
}

async function serveOne(
  serve: PortServer,
  port: number,
  { error, data }: { readonly error: SpdyStream; readonly data: SpdyStream },
): Promise<void> {
  try {
    await serve(port, data);
    error.end();
  } catch (thrown) {
    error.end(toError(thrown).message);
  }
  // Only now: a client takes the end of the data for success unless it has read of a failure.
  data.end();
}
