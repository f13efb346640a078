import { type ApiResponse, badRequest, type FieldError, fieldError, invalid, StatusError } from '@kubemin/kubeapi';
import { isTrue, type ResourceCall, type ServerParts, type Subresource } from '../registry/index.ts';
import { bufferStream } from './buffer-stream.ts';
import type { NodeProxy } from './node-proxy.ts';
import { containerName, findPodNode, kubeletPath, readPod } from './pod-target.ts';
import { type LogResponse, webSocketLog } from './websocket-log.ts';

const TEXT = { 'content-type': 'text/plain' };
const FLAGS = ['follow', 'previous', 'timestamps'] as const;
/** With the least each may be. */
const NUMBERS = [
  ['tailLines', 0],
  ['sinceSeconds', 1],
  ['limitBytes', 1],
] as const;

/** GET of a pod's log: what its container wrote, from the node that keeps it; over a WebSocket where a client asks for one. */
export function logSubresource(proxy: NodeProxy): Subresource {
  return {
    get: async (server, call) => {
      const log = await readLog(proxy, server, call);
      return call.request.expect === 'upgrade' ? webSocketLog(log, call.request) : log;
    },
  };
}

async function readLog(proxy: NodeProxy, server: ServerParts, call: ResourceCall): Promise<LogResponse> {
  const query = logOptions(call);
  const pod = await readPod(server, call);
  const container = containerName(pod, call.request.query.get('container'));
  const node = findPodNode(server, pod);
  // Nothing has been written yet.
  if (node === undefined) return { kind: 'text', status: 200, headers: TEXT, text: '' };
  const response = await proxy.send({
    node,
    method: 'GET',
    path: kubeletPath('containerLogs', pod, container),
    query,
    headers: {},
    signal: call.request.signal,
  });
  return asLog(response, call);
}

/** What a kubelet refuses is refused in its own words. */
async function asLog(response: ApiResponse, { resource, name }: ResourceCall): Promise<LogResponse> {
  if (response.kind !== 'stream') throw badRequest('a log cannot be had by an upgrade');
  if (response.status === 200) return { ...response, headers: TEXT };
  const { text } = await bufferStream(response);
  if (response.status === 400) throw badRequest(text.trim());
  const about = `${resource.info.plural}/log ${name}`;
  throw new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `the node responded with ${response.status} (${about}): ${text.trim()}`,
    reason: response.status === 404 ? 'NotFound' : 'InternalError',
    code: response.status,
  });
}

/** The log options of a kubelet; 422 lists all errors in them. */
function logOptions({ request: { query }, name = '' }: ResourceCall): URLSearchParams {
  const options = new URLSearchParams();
  const problems: FieldError[] = [];
  for (const flag of FLAGS) if (isTrue(query.get(flag))) options.set(flag, 'true');
  for (const [field, least] of NUMBERS) {
    const text = query.get(field);
    if (text === null || text === '') continue;
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw badRequest(`${field} must be a whole number, not ${JSON.stringify(text)}`);
    if (value < least) {
      problems.push(fieldError.invalid(field, value, `must be greater than or equal to ${least}`));
    }
    options.set(field, text);
  }
  const since = query.get('sinceTime') ?? '';
  if (since !== '') {
    if (Number.isNaN(Date.parse(since))) throw badRequest(`sinceTime must be a time as in RFC 3339, not ${since}`);
    if (options.has('sinceSeconds')) {
      problems.push(fieldError.forbidden('', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
    }
    options.set('sinceTime', since);
  }
  if (problems.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, name, problems);
  return options;
}
