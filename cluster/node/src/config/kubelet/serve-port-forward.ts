import {
  PORT_CHANNEL_PROTOCOLS,
  PORT_FORWARD_PROTOCOL,
  servePortForward,
  serveWebSocketPortForward,
  TUNNELED_PORT_FORWARD_PROTOCOL,
  WebSocketConnection,
  websocketTunnel,
} from '@kubemin/kubeapi/stream';
import { type KubeletCall, requireEnd } from './kubelet-call.ts';
import { KubeletError, type NodeWork } from './node-work.ts';
import { channelProtocol, negotiate, switchProtocols, type Upgrade } from './upgrade.ts';

const KNOWN = {
  websocket: [TUNNELED_PORT_FORWARD_PROTOCOL, ...PORT_CHANNEL_PROTOCOLS.map(({ name }) => name)],
  spdy: [PORT_FORWARD_PROTOCOL],
};

/**
 * `/portForward/NS/POD`: connections to ports of the pod. Over SPDY, alone or inside a WebSocket, the client opens as many
 * as it wants; over the channels of a WebSocket there is one for each `port` of the query.
 */
export async function servePortForwardCall(
  { work }: { readonly work: NodeWork },
  call: KubeletCall,
  { headers, socket }: Upgrade,
): Promise<void> {
  requireEnd(call, 2);
  const { node, namespace, pod } = call.at;
  const place = { node, namespace, pod };
  await work.requireRunning(place);
  const form = negotiate(headers, KNOWN);
  const serve = (port: number, connection: typeof socket): Promise<void> => work.portForward(place, port, connection);
  if (form.kind === 'websocket' && form.protocol !== TUNNELED_PORT_FORWARD_PROTOCOL) {
    const protocol = channelProtocol(form.protocol ?? 'v4.channel.k8s.io');
    const ports = readPorts(call.query);
    switchProtocols(socket, form);
    await serveWebSocketPortForward({ socket, protocol, ports, serve });
    return;
  }
  switchProtocols(socket, form);
  const carrier = form.kind === 'websocket' ? websocketTunnel(new WebSocketConnection({ socket })) : socket;
  await servePortForward(carrier, serve).closed;
}

/** A channel number has one byte, and each port takes two channels. */
const MOST_PORTS = 127;

function readPorts(query: URLSearchParams): readonly number[] {
  const texts = query.getAll('port').flatMap((text) => text.split(','));
  if (texts.length === 0) throw new KubeletError(400, 'query parameter "port" is required');
  if (texts.length > MOST_PORTS) throw new KubeletError(400, `more than ${MOST_PORTS} ports`);
  return texts.map((text) => {
    const port = Number(text);
    if (/^\d+$/.test(text) && port > 0 && port <= 65_535) return port;
    throw new KubeletError(400, `unable to parse ${JSON.stringify(text)} as a port`);
  });
}
