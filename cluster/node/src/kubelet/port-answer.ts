import {
  PORT_FORWARD_PROTOCOL,
  servePortForward,
  TUNNELED_PORT_FORWARD_PROTOCOL,
  WebSocketConnection,
  websocketTunnel,
} from '@kubemin/kubeapi/stream';
import type { KubeletCall } from './kubelet-call.ts';
import type { NodeWork } from './node-work.ts';
import { negotiate, switchProtocols, type Upgrade } from './upgrade.ts';

const KNOWN = { websocket: [TUNNELED_PORT_FORWARD_PROTOCOL], spdy: [PORT_FORWARD_PROTOCOL] };

/** `/portForward/NS/POD`: connections to ports of the pod, as many as the client opens. */
export async function answerPortForward(
  { work }: { readonly work: NodeWork },
  { at }: KubeletCall,
  { headers, socket }: Upgrade,
): Promise<void> {
  const { node, namespace, pod } = at;
  const place = { node, namespace, pod };
  await work.requireRunning(place);
  const form = negotiate(headers, KNOWN);
  switchProtocols(socket, form);
  const carrier = form.kind === 'websocket' ? websocketTunnel(new WebSocketConnection({ socket })) : socket;
  const session = servePortForward(carrier, (port, connection) => work.portForward(place, port, connection));
  await session.closed;
}
