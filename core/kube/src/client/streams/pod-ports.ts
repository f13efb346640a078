import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type ApiMethod, resourcePath, StatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import {
  PORT_FORWARD_PROTOCOL,
  type PortConnection,
  PortForwardClient,
  TUNNELED_PORT_FORWARD_PROTOCOL,
  WebSocketConnection,
  websocketTunnel,
} from '@kubemin/kubeapi/stream';
import { upgradedConnection } from '../resource/api-response.ts';
import type { KubeClient } from '../resource/kube-client.ts';
import type { RequestOptions } from '../resource/resource-client.ts';
import { protocolNotOffered, websocketHeaders } from './websocket-headers.ts';

/** Which pod. */
export interface PodPortsOptions extends RequestOptions {
  readonly namespace: string;
  readonly pod: string;
}

/** The ports of a pod, through the API server: each call opens one connection. */
export interface PodPorts {
  open(port: number): Promise<PortConnection>;
  /** Resolves when no more can be opened: the pod has ended, or the connection broke. */
  readonly closed: Promise<void>;
  /** Ends all of them. */
  close(): void;
}

/** Reaches for the ports of a pod. Throws StatusError when the API refuses. */
export async function openPodPorts(client: KubeClient, options: PodPortsOptions): Promise<PodPorts> {
  try {
    return new PortForwardClient(await openTunnel(client, options));
  } catch (error) {
    // Clusters before Kubernetes 1.31 only support SPDY; it also returns the error for a user without permission.
    if (!(error instanceof StatusError) || FINAL_STATUS_CODES.includes(error.httpCode)) throw error;
    return new PortForwardClient(await openSpdyConnection(client, options));
  }
}

const FINAL_STATUS_CODES = [401, 404];

async function openTunnel(client: KubeClient, options: PodPortsOptions): Promise<Duplex> {
  const { socket, protocol, request } = await requestUpgrade(client, options, {
    method: 'GET',
    headers: websocketHeaders([TUNNELED_PORT_FORWARD_PROTOCOL]),
  });
  if (protocol === TUNNELED_PORT_FORWARD_PROTOCOL) {
    return websocketTunnel(new WebSocketConnection({ socket, mask: () => randomBytes(4) }));
  }
  socket.destroy();
  throw protocolNotOffered(request, protocol);
}

async function openSpdyConnection(client: KubeClient, options: PodPortsOptions): Promise<Duplex> {
  const { socket } = await requestUpgrade(client, options, {
    method: 'POST',
    headers: { connection: 'Upgrade', upgrade: 'SPDY/3.1', 'x-stream-protocol-version': PORT_FORWARD_PROTOCOL },
  });
  return socket;
}

async function requestUpgrade(
  client: KubeClient,
  { namespace, pod: name, signal }: PodPortsOptions,
  requested: { readonly method: ApiMethod; readonly headers: Readonly<Record<string, string>> },
) {
  const path = resourcePath(core.v1.pods, { namespace, name, subresource: 'portforward' });
  const response = await client.handler({
    ...requested,
    path,
    query: new URLSearchParams(),
    expect: 'upgrade',
    ...(signal && { signal }),
  });
  const request = `${requested.method} ${path}`;
  return { ...upgradedConnection(response, request), request };
}
