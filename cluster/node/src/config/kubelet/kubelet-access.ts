import type { IncomingHttpHeaders } from 'node:http';
import type { UserInfo } from '@kubemin/kubeapi';
import { KubeletError } from './node-work.ts';

/** How a client of a kubelet shows who it is. */
export interface KubeletCredentials {
  /** By a certificate of the cluster's authority. */
  readonly certificate?: UserInfo | undefined;
  /** A bearer token. */
  readonly token?: string | undefined;
}

/** What a client wants, in the words of an authorizer: `verb` on `nodes/subresource` of the node. */
export interface NodeAccess {
  readonly verb: string;
  readonly node: string;
  readonly subresource: string;
}

/** Decides about clients of kubelets that listen on a network; usually by asking the API server. */
export interface KubeletAuthority {
  /** Undefined for a client that is not known. */
  authenticate(credentials: KubeletCredentials): Promise<UserInfo | undefined>;
  authorize(user: UserInfo, access: NodeAccess): Promise<boolean>;
}

/** The request that is judged. */
export interface JudgedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly node: string;
  readonly headers: IncomingHttpHeaders;
  readonly certificate: UserInfo | undefined;
}

/** Throws a KubeletError: 401 for a client that is not known, 403 for one without the right, as kubelets do. */
export async function requireKubeletAccess(authority: KubeletAuthority, request: JudgedRequest): Promise<void> {
  const { method, path, node, headers, certificate } = request;
  const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ');
  const bearer = scheme.toLowerCase() === 'bearer' && token !== '' ? token : undefined;
  const user = await authority.authenticate({ certificate, token: bearer });
  if (user === undefined) throw new KubeletError(401, 'Unauthorized');
  const verb = VERBS[method] ?? '';
  const subresources = nodeSubresources(path);
  for (const subresource of subresources) {
    if (await authority.authorize(user, { verb, node, subresource })) return;
  }
  const list = subresources.join(' ');
  throw new KubeletError(
    403,
    `Forbidden (user=${user.username}, verb=${verb}, resource=nodes, subresource(s)=[${list}])\n`,
  );
}

const VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Paths with a subresource of their own, which does not include the rights of `proxy`. */
const OWN: readonly (readonly [path: string, subresource: string])[] = [
  ['/stats', 'stats'],
  ['/metrics', 'metrics'],
  ['/logs', 'log'],
  ['/checkpoint', 'checkpoint'],
];
/** Paths for which a narrower right is enough. */
const NARROWER: readonly (readonly [path: string, subresource: string])[] = [
  ['/pods', 'pods'],
  ['/runningpods', 'pods'],
  ['/healthz', 'healthz'],
  ['/configz', 'configz'],
];

/** The subresources of nodes of which one must be allowed for a path, in the order they are asked about. */
export function nodeSubresources(path: string): readonly string[] {
  const isAt = ([prefix]: readonly [string, string]): boolean => path === prefix || path.startsWith(`${prefix}/`);
  const own = OWN.find(isAt)?.[1];
  if (own !== undefined) return [own];
  const narrower = NARROWER.find(isAt)?.[1];
  return narrower === undefined ? ['proxy'] : [narrower, 'proxy'];
}
