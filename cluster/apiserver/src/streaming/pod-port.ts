import type { Duplex } from 'node:stream';
import type { ApiStreamResponse } from '@kubemin/kubeapi';
import { PORT_FORWARD_PROTOCOL, PortForwardClient } from '@kubemin/kubeapi/stream';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { bufferStream } from './buffer-stream.ts';
import type { NodeProxy } from './node-proxy.ts';
import { kubeletPath } from './pod-target.ts';

/** A port of a pod, and the node that leads there. */
export interface PodPort {
  readonly node: Node;
  readonly pod: Pod;
  readonly port: number;
  readonly signal: AbortSignal | undefined;
}

const HEADERS = {
  connection: 'Upgrade',
  upgrade: 'SPDY/3.1',
  'x-stream-protocol-version': PORT_FORWARD_PROTOCOL,
};

/** A connection to a port of a pod, through its node: the API server need not be in the network of pods. */
export async function connectToPod(proxy: NodeProxy, { node, pod, port, signal }: PodPort): Promise<Duplex> {
  const response = await proxy.send({
    node,
    method: 'POST',
    path: kubeletPath('portForward', pod),
    query: new URLSearchParams({ port: String(port) }),
    headers: HEADERS,
    signal,
  });
  if (response.kind !== 'upgrade') throw new Error(await refusalMessage(response));
  const session = new PortForwardClient(response.socket);
  const { data, failure } = await session.open(port);
  data.once('close', () => session.close());
  void failure.then((why) => why !== undefined && data.destroy(new Error(why)));
  return data;
}

async function refusalMessage(
  response: { readonly kind: string; readonly status: number } | ApiStreamResponse,
): Promise<string> {
  const text = 'body' in response ? (await bufferStream(response)).text.trim() : '';
  return `the node responded with ${response.status}${text === '' ? '' : `: ${text}`}`;
}
