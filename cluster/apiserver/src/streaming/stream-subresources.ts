import { type ApiRequest, type ApiResponse, badRequest, fieldError, invalid, type JsonObject } from '@kubemin/kubeapi';
import { type Authorizer, requestedAccess, requireAccess } from '../auth/index.ts';
import { isTrue, type ResourceCall, type ServerParts, type Subresource } from '../registry/index.ts';
import { admitConnection } from './admit-connection.ts';
import type { NodeProxy } from './node-proxy.ts';
import { containerName, findPodNode, kubeletPath, readPod } from './pod-target.ts';
import { withoutBearerProtocol } from './proxy-headers.ts';

/** Where a kubelet has it, and what it is asked for. */
interface StreamKind {
  readonly root: string;
  readonly ofContainer: boolean;
  /** The options as their kind (PodExecOptions and others) has them. */
  reviewed(call: ResourceCall): JsonObject;
  options(call: ResourceCall): URLSearchParams;
}

const EXEC: StreamKind = {
  root: 'exec',
  ofContainer: true,
  reviewed: (call) => ({ ...containerOptions(call), command: call.request.query.getAll('command') }),
  options: (call) => {
    const options = streamQuery(call);
    const command = call.request.query.getAll('command');
    if (command.length === 0) {
      throw invalid({ group: '', kind: 'PodExecOptions' }, call.name ?? '', [fieldError.required('command')]);
    }
    for (const word of command) options.append('command', word);
    return options;
  },
};

const ATTACH: StreamKind = { root: 'attach', ofContainer: true, reviewed: containerOptions, options: streamQuery };

const PORT_FORWARD: StreamKind = {
  root: 'portForward',
  ofContainer: false,
  reviewed: ({ request }) => ({ ports: request.query.getAll('ports').map(Number) }),
  options: ({ request }) => portQuery(request),
};

/** Commands, consoles and ports of pods: the API server only finds the node and steps out of the way. */
export function streamSubresources(proxy: NodeProxy, authorizer: Authorizer): Readonly<Record<string, Subresource>> {
  const subresource = (kind: StreamKind): Subresource => {
    const verb = (server: ServerParts, call: ResourceCall): Promise<ApiResponse> =>
      stream(server, call, { kind, proxy, authorizer });
    return { get: verb, create: verb };
  };
  return {
    'pods/exec': subresource(EXEC),
    'pods/attach': subresource(ATTACH),
    'pods/portforward': subresource(PORT_FORWARD),
  };
}

interface StreamParts {
  readonly kind: StreamKind;
  readonly proxy: NodeProxy;
  readonly authorizer: Authorizer;
}

async function stream(server: ServerParts, call: ResourceCall, parts: StreamParts): Promise<ApiResponse> {
  const { kind, proxy, authorizer } = parts;
  const { request } = call;
  // A WebSocket always begins with GET; what it does is no reading.
  if (request.user !== undefined) {
    requireAccess(authorizer, request.user, requestedAccess(request, { ...call, verb: 'create' }));
  }
  const query = kind.options(call);
  await admitConnection(server, call, kind.reviewed(call));
  const pod = await readPod(server, call);
  const container = kind.ofContainer ? containerName(pod, request.query.get('container')) : undefined;
  const node = findPodNode(server, pod);
  if (node === undefined) throw badRequest(`pod ${call.name} does not have a host assigned`);
  if (request.expect !== 'upgrade') throw badRequest('Upgrade request required');
  return proxy.send({
    node,
    method: request.method,
    path: kubeletPath(kind.root, pod, container),
    query,
    headers: upgradeHeaders(request),
    signal: request.signal,
  });
}

function portQuery({ query }: ApiRequest): URLSearchParams {
  const options = new URLSearchParams();
  for (const port of query.getAll('ports')) options.append('port', port);
  return options;
}

/** The names of streams at the API, and at a kubelet. */
const STREAMS = [
  ['stdin', 'input'],
  ['stdout', 'output'],
  ['stderr', 'error'],
  ['tty', 'tty'],
] as const;

function streamQuery({ request: { query } }: ResourceCall): URLSearchParams {
  const options = new URLSearchParams();
  for (const [asked, passed] of STREAMS) if (isTrue(query.get(asked))) options.set(passed, '1');
  return options;
}

function containerOptions({ request: { query } }: ResourceCall): JsonObject {
  const container = query.get('container') ?? '';
  return {
    ...Object.fromEntries(STREAMS.flatMap(([name]) => (isTrue(query.get(name)) ? [[name, true] as const] : []))),
    ...(container !== '' && { container }),
  };
}

const PASSED = /^(?:connection|upgrade|x-stream-protocol-version|sec-websocket-.*)$/;

/** What the two ends must agree on; never who asks, which is the API server's alone to know. */
function upgradeHeaders({ headers }: ApiRequest): Readonly<Record<string, string | string[]>> {
  const passed = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined || !PASSED.test(name)) return [];
      // Not every kubelet reads a list that was made one line.
      return [[name, name === 'x-stream-protocol-version' ? value.split(/,\s*/) : value] as const];
    }),
  );
  return withoutBearerProtocol(passed);
}
