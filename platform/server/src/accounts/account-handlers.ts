import { routes } from '@kubemin/client';
import { bindJson } from '../http/bound-route.ts';
import type { TokenService } from './token-service.ts';
import type { UserService } from './user-service.ts';

/** Answers the routes about people and their tokens. */
export function accountHandlers({ users, tokens }: { readonly users: UserService; readonly tokens: TokenService }) {
  return {
    whoami: bindJson(routes.whoami, async ({ caller }) => users.whoami(caller)),
    listUsers: bindJson(routes.listUsers, () => users.list()),
    createUser: bindJson(routes.createUser, ({ body }) => users.create(body)),
    getUser: bindJson(routes.getUser, ({ params }) => users.get(params.userName)),
    changeUser: bindJson(routes.changeUser, ({ params, body }) => users.change(params.userName, body)),
    removeUser: bindJson(routes.removeUser, ({ params }) => users.remove(params.userName)),
    listTokens: bindJson(routes.listTokens, ({ query, caller }) => tokens.list(query, caller)),
    createToken: bindJson(routes.createToken, ({ body, caller }) => tokens.create(body, caller)),
    revokeToken: bindJson(routes.revokeToken, ({ params, caller }) => tokens.revoke(params.tokenId, caller)),
  };
}
