import type { Duplex } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import { toError } from '@kubemin/base';
import { type ApiBody, type ApiResponse, badRequest, StatusError, serviceUnavailable } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ResourceCall, ServerParts, Subresource } from '../registry/index.ts';
import { admitConnection } from './admit-connection.ts';
import { type BackendRequest, sendRequest } from './backend-request.ts';
import { checkProxyableAddress } from './kubelet-address.ts';
import type { NodeProxy } from './node-proxy.ts';
import { connectToPod } from './pod-port.ts';
import { findNode, findPodNode, readPod } from './pod-target.ts';
import { backendHeaders, proxiedResponse } from './proxy-headers.ts';
import { serviceBackend } from './service-backend.ts';

type ProxyVerb = (server: ServerParts, call: ResourceCall) => Promise<ApiResponse>;

/** HTTP to nodes, pods and Services for authorized users: the path after `proxy` is passed on. */
export function proxySubresources(proxy: NodeProxy): Readonly<Record<string, Subresource>> {
  return {
    'nodes/proxy': everyVerb((server, call) => proxyToNode(proxy, server, call)),
    'pods/proxy': everyVerb(async (server, call) => {
      if (isForDirectory(call)) return toDirectory(call);
      const asked = readProxyName('pod', call.name ?? '');
      const pod = await readPod(server, { ...call, name: asked.name });
      return proxyToPod(proxy, server, { call, pod, asked, port: podPort(pod, asked.port) });
    }),
    'services/proxy': everyVerb(async (server, call) => {
      if (isForDirectory(call)) return toDirectory(call);
      const asked = readProxyName('service', call.name ?? '');
      const { pod, port } = serviceBackend(server, call.namespace ?? '', asked.name, asked.port);
      const pods = server.resources.find(core.v1.pods) ?? call.resource;
      return proxyToPod(proxy, server, {
        call,
        pod: await readPod(server, { ...call, resource: pods, name: pod }),
        asked,
        port,
      });
    }),
  };
}

function everyVerb(forward: ProxyVerb): Subresource {
  const verb: ProxyVerb = async (server, call) => {
    await admitConnection(server, call, { path: call.rest ?? '' });
    return forward(server, call);
  };
  return { get: verb, create: verb, update: verb, patch: verb, delete: verb };
}

/** Whether the URL ends with `proxy`: relative links of what is shown there would lead elsewhere. */
function isForDirectory({ request: { method, path, expect } }: ResourceCall): boolean {
  return path.endsWith('/proxy') && (method === 'GET' || method === 'HEAD') && expect !== 'upgrade';
}

function toDirectory({ request: { path, query } }: ResourceCall): ApiResponse {
  const location = `${path}/${query.size === 0 ? '' : `?${query}`}`;
  return { kind: 'text', status: 301, headers: { location }, text: '' };
}

async function proxyToNode(proxy: NodeProxy, server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const { name, port } = readProxyName('node', call.name ?? '');
  const node = findNode(server, name);
  const own = node.status?.daemonEndpoints?.kubeletEndpoint?.Port;
  if (port !== '' && port !== String(own)) {
    throw badRequest(`only the kubelet of node ${name} is reached this way, at port ${own}`);
  }
  return toProxiedResponse(call, name, await proxy.send({ node, ...toBackendRequest(call) }));
}

interface PodProxyRequest {
  readonly call: ResourceCall;
  readonly pod: Pod;
  readonly asked: ProxyName;
  readonly port: number;
}

async function proxyToPod(
  proxy: NodeProxy,
  server: ServerParts,
  { call, pod, asked, port }: PodProxyRequest,
): Promise<ApiResponse> {
  const node = findPodNode(server, pod);
  if (node === undefined) throw badRequest(`pod ${pod.metadata.name} does not have a host assigned`);
  requireProxyable(pod);
  const question = toBackendRequest(call);
  try {
    const connection = await connectToPod(proxy, { node, pod, port, signal: question.signal });
    const host = `${podHost(pod)}:${port}`;
    const response = await sendRequest(asked.scheme === 'https' ? wrapInTls(connection) : connection, host, question);
    return toProxiedResponse(call, host, response);
  } catch (error) {
    if (error instanceof StatusError && error.httpCode !== 500) throw error;
    throw serviceUnavailable(`error trying to reach service: ${toError(error).message}`);
  }
}

/**
 * The address is not connected to, as the node leads to the pod; but one that no pod has means that its status was
 * written to deceive, and Kubernetes refuses it.
 */
function requireProxyable({ metadata, spec, status }: Pod): void {
  if (spec?.hostNetwork === true) return;
  try {
    for (const ip of [status?.podIP, ...(status?.podIPs ?? []).map((each) => each.ip)]) {
      if (ip !== undefined && ip !== '') checkProxyableAddress(ip);
    }
  } catch (error) {
    throw badRequest(`pod ${metadata.name}: ${toError(error).message}`);
  }
}

function podHost({ metadata, status }: Pod): string {
  const ip = status?.podIP ?? '';
  return ip.includes(':') ? `[${ip}]` : ip || (metadata.name ?? '');
}

/** Pods have certificates of their own making, if any: this keeps out listeners, not impostors, as Kubernetes does it. */
function wrapInTls(connection: Duplex): Duplex {
  return tlsConnect({ socket: connection, rejectUnauthorized: false });
}

function podPort({ metadata, spec }: Pod, asked: string): number {
  const ports = (spec?.containers ?? []).flatMap((container) => container.ports ?? []);
  const named = asked === '' ? ports[0] : ports.find(({ name }) => name === asked);
  const number = named?.containerPort ?? Number(asked === '' ? 80 : asked);
  if (Number.isInteger(number) && number > 0 && number <= 65_535) return number;
  throw badRequest(`invalid pod request: pod ${metadata.name} has no port ${JSON.stringify(asked)}`);
}

function toBackendRequest(call: ResourceCall): BackendRequest {
  const { request, rest = '/' } = call;
  const { method, query, signal, body } = request;
  return { method, path: rest, query, headers: backendHeaders(request), body: bodyBytes(body), signal };
}

function bodyBytes(body: ApiBody | undefined): Uint8Array | undefined {
  if (body === undefined) return undefined;
  return body.kind === 'bytes' ? body.bytes : Buffer.from(JSON.stringify(body.value));
}

function toProxiedResponse({ request, rest = '/' }: ResourceCall, host: string, response: ApiResponse): ApiResponse {
  const prefix = request.path.endsWith(rest) ? request.path.slice(0, -rest.length) : request.path;
  return proxiedResponse(response, { prefix, host });
}

/** Who is meant by the name in a proxy's URL. */
interface ProxyName {
  readonly scheme: 'http' | 'https';
  readonly name: string;
  /** A number or a name; empty where none is given. */
  readonly port: string;
}

/** Reads `NAME`, `NAME:PORT` and `SCHEME:NAME:PORT`. */
function readProxyName(kind: string, text: string): ProxyName {
  const parts = text.split(':');
  const [scheme = '', name = '', port = ''] = parts.length === 3 ? parts : ['', ...parts];
  if (parts.length > 3 || name === '' || !['', 'http', 'https'].includes(scheme)) {
    throw badRequest(`invalid ${kind} request ${JSON.stringify(text)}`);
  }
  return { scheme: scheme === 'https' ? 'https' : 'http', name, port };
}
