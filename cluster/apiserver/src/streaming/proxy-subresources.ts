import type { Duplex } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import { toError } from '@kubemin/base';
import { type ApiBody, type ApiResponse, badRequest, StatusError, serviceUnavailable } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ResourceCall, ServerParts } from '../handler/call.ts';
import type { Subresource } from '../subresources/subresource.ts';
import { askOver, type HttpQuestion } from './http-exchange.ts';
import type { NodeProxy } from './node-proxy.ts';
import { connectToPod } from './pod-port.ts';
import { nodeNamed, nodeOf, podOf } from './pod-target.ts';
import { type ProxyName, readProxyName } from './proxy-name.ts';
import { serviceBackend } from './service-backend.ts';

type ProxyVerb = (server: ServerParts, call: ResourceCall) => Promise<ApiResponse>;

/** HTTP to nodes, pods and Services, by whoever may: the path after `proxy` is theirs. */
export function proxySubresources(proxy: NodeProxy): Readonly<Record<string, Subresource>> {
  return {
    'nodes/proxy': everyVerb((server, call) => askNode(proxy, server, call)),
    'pods/proxy': everyVerb(async (server, call) => {
      const asked = readProxyName('pod', call.name ?? '');
      const pod = await podOf(server, { ...call, name: asked.name });
      return askPod(proxy, server, { call, pod, asked, port: podPort(pod, asked.port) });
    }),
    'services/proxy': everyVerb(async (server, call) => {
      const asked = readProxyName('service', call.name ?? '');
      const { pod, port } = serviceBackend(server, call.namespace ?? '', asked.name, asked.port);
      const pods = server.resources.find(core.v1.pods) ?? call.resource;
      return askPod(proxy, server, {
        call,
        pod: await podOf(server, { ...call, resource: pods, name: pod }),
        asked,
        port,
      });
    }),
  };
}

function everyVerb(verb: ProxyVerb): Subresource {
  return { get: verb, create: verb, update: verb, patch: verb, delete: verb };
}

async function askNode(proxy: NodeProxy, server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const { name, port } = readProxyName('node', call.name ?? '');
  const node = nodeNamed(server, name);
  const own = node.status?.daemonEndpoints?.kubeletEndpoint?.Port;
  if (port !== '' && port !== String(own)) {
    throw badRequest(`only the kubelet of node ${name} is reached this way, at port ${own}`);
  }
  return answered(call, await proxy.send({ node, ...questionOf(call) }));
}

interface AskedPod {
  readonly call: ResourceCall;
  readonly pod: Pod;
  readonly asked: ProxyName;
  readonly port: number;
}

async function askPod(
  proxy: NodeProxy,
  server: ServerParts,
  { call, pod, asked, port }: AskedPod,
): Promise<ApiResponse> {
  const node = nodeOf(server, pod);
  if (node === undefined) throw badRequest(`pod ${pod.metadata.name} does not have a host assigned`);
  const question = questionOf(call);
  try {
    const connection = await connectToPod(proxy, { node, pod, port, signal: question.signal });
    const host = `${pod.status?.podIP ?? pod.metadata.name}:${port}`;
    return answered(call, await askOver(asked.scheme === 'https' ? secured(connection) : connection, host, question));
  } catch (error) {
    if (error instanceof StatusError && error.httpCode !== 500) throw error;
    throw serviceUnavailable(`error trying to reach service: ${toError(error).message}`);
  }
}

/** Pods have certificates of their own making, if any: this keeps out listeners, not impostors, as Kubernetes does it. */
function secured(connection: Duplex): Duplex {
  return tlsConnect({ socket: connection, rejectUnauthorized: false });
}

function podPort({ metadata, spec }: Pod, asked: string): number {
  const ports = (spec?.containers ?? []).flatMap((container) => container.ports ?? []);
  const named = asked === '' ? ports[0] : ports.find(({ name }) => name === asked);
  const number = named?.containerPort ?? Number(asked === '' ? 80 : asked);
  if (Number.isInteger(number) && number > 0 && number <= 65_535) return number;
  throw badRequest(`invalid pod request: pod ${metadata.name} has no port ${JSON.stringify(asked)}`);
}

/** What must not go on: who asks here is nobody there, and each hop has its own connection. */
const KEPT_BACK =
  /^(?:authorization|host|content-length|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|impersonate-.*)$/;
const OF_UPGRADES = ['connection', 'upgrade'];

function questionOf({ request, rest = '/' }: ResourceCall): HttpQuestion {
  const upgrade = request.expect === 'upgrade';
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || (KEPT_BACK.test(name) && !(upgrade && OF_UPGRADES.includes(name)))
      ? []
      : [[name, value] as const],
  );
  const { method, query, signal, body } = request;
  return { method, path: rest, query, headers: Object.fromEntries(headers), body: bytesOf(body), signal };
}

function bytesOf(body: ApiBody | undefined): Uint8Array | undefined {
  if (body === undefined) return undefined;
  return body.kind === 'bytes' ? body.bytes : Buffer.from(JSON.stringify(body.value));
}

/** Who is sent to another page must come back through here. */
function answered({ request, rest = '/' }: ResourceCall, answer: ApiResponse): ApiResponse {
  const { location } = answer.headers;
  if (answer.kind !== 'stream' || typeof location !== 'string' || !/^\/(?!\/)/.test(location)) return answer;
  const own = request.path.endsWith(rest) ? request.path.slice(0, -rest.length) : request.path;
  return { ...answer, headers: { ...answer.headers, location: `${own}${location}` } };
}
