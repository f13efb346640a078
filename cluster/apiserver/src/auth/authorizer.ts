import { type ApiRequest, forbidden, type UserInfo, unauthorized } from '@kubemin/kubeapi';
import type { Route } from '../handler/route.ts';

/** Throws 401 or 403, or lets the request pass. */
export type Authorizer = (user: UserInfo | undefined, request: ApiRequest, route: Route) => void;

/** Members of this group may do everything. */
export const MASTERS_GROUP = 'system:masters';

/** Who the server's own parts and the first administrator are. */
export const ADMIN_USER: UserInfo = { username: 'kubemin-admin', groups: [MASTERS_GROUP, 'system:authenticated'] };

/** What everybody may ask, without saying who they are. */
const PUBLIC_PATHS = ['/healthz', '/livez', '/readyz', '/version'];

/** Masters may do everything, others nothing; everybody may see whether the server lives. */
export const mastersOnly: Authorizer = (user, request, route) => {
  const open = PUBLIC_PATHS.some((path) => request.path === path || request.path.startsWith(`${path}/`));
  if (open && request.method === 'GET') return;
  if (user === undefined) throw unauthorized();
  if (!user.groups.includes(MASTERS_GROUP)) throw refusal(user, request, route);
};

function refusal(user: UserInfo, request: ApiRequest, route: Route): Error {
  const who = `User "${user.username}"`;
  if (route.kind === 'path') return forbidden(`${who} cannot ${request.method.toLowerCase()} path "${route.path}"`);
  const { resource, verb, namespace, name, subresource } = route;
  const what = subresource === undefined ? resource.info.plural : `${resource.info.plural}/${subresource}`;
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  return forbidden(`${who} cannot ${verb} resource "${what}" in API group "${resource.info.group}" ${where}`, {
    ...resource.info,
    ...(name !== undefined && { name }),
  });
}
