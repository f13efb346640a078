import { routes } from '@kubemin/client';
import { bindJson } from '../http/bound-route.ts';
import type { LoginService } from './login-service.ts';
import type { TokenService } from './token-service.ts';
import type { UserService } from './user-service.ts';

interface AccountServices {
  readonly users: UserService;
  readonly tokens: TokenService;
  readonly logins: LoginService;
}

/** Answers the routes about people and their tokens. */
export function accountHandlers({ users, tokens, logins }: AccountServices) {
  return {
    whoami: bindJson(routes.whoami, async ({ caller }) => users.whoami(caller)),
    listUsers: bindJson(routes.listUsers, () => users.list()),
    createUser: bindJson(routes.createUser, ({ body }) => users.create(body)),
    getUser: bindJson(routes.getUser, ({ params }) => users.get(params.userName)),
    changeUser: bindJson(routes.changeUser, ({ params, body }) => users.change(params.userName, body)),
    removeUser: bindJson(routes.removeUser, ({ params }) => users.remove(params.userName)),
    listTokens: bindJson(routes.listTokens, ({ query, caller }) => tokens.list(query, caller)),
    createToken: bindJson(routes.createToken, ({ body, caller }) => tokens.create(body, caller)),
    createLoginCode: bindJson(routes.createLoginCode, ({ caller }) => logins.createCode(caller)),
    login: bindJson(routes.login, ({ body, address }) => logins.login(body, address)),
    revokeToken: bindJson(routes.revokeToken, ({ params, caller }) => tokens.revoke(params.tokenId, caller)),
  };
}
