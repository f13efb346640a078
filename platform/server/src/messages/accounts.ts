import { defineMessages } from '@kubemin/base/message';

/** Users, tokens, logins and permissions. */
export const accountMessages = defineMessages('server.account', {
  loginCodeInvalid: {
    en: 'the login code is unknown, expired or already used; request a new one',
    zh: '登录码未知、已过期或已使用；请获取新的',
  },
  userNotFound: { en: 'user "{user}" not found', zh: '没有用户“{user}”' },
  userExists: {
    en: 'user "{user}" already exists; update it or choose another name',
    zh: '已有用户“{user}”；请修改该用户，或另选名称',
  },
  userConfigured: {
    en: 'user "{user}" is defined in the settings of the server and can be changed only there',
    zh: '用户“{user}”来自服务器的设置，只能在那里修改',
  },
  tokenNotFound: { en: 'token "{token}" not found', zh: '没有令牌“{token}”' },
  tokenInvalid: { en: 'the token is unknown or expired', zh: '令牌未知或已过期' },
  tokenRequired: {
    en: 'a token is required; send the header `Authorization: Bearer <token>`',
    zh: '需要令牌；请发送请求头 `Authorization: Bearer <token>`',
  },
  tokenRevoked: {
    en: 'the token of this request has been revoked; use another one',
    zh: '此请求所用的令牌已被吊销；请换用其他令牌',
  },
  otherUsersTokens: {
    en: 'the tokens of other users are managed by administrators: {reason:message}',
    zh: '他人的令牌由管理员管理：{reason}',
  },
  scopesExceeded: {
    en: 'the token does not have the scopes {scopes:list} and cannot grant them',
    zh: '该令牌没有权限范围 {scopes}，不能授予它们',
  },
  projectsExceeded: {
    en: 'the token does not have the projects {projects:list} and cannot grant them',
    zh: '该令牌不包含项目 {projects}，不能授予它们',
  },
  lifetimeExceeded: {
    en: 'the token expires at {time}, and a token created with it cannot live longer; choose a shorter lifetime',
    zh: '该令牌于 {time} 过期，由它创建的令牌不能更晚过期；请选择更短的有效期',
  },
  tooManyInvalidTokens: { en: 'too many invalid tokens from this address', zh: '来自此地址的无效令牌过多' },
  tooManyFailedLogins: { en: 'too many failed logins from this address', zh: '来自此地址的失败登录过多' },
  tooManyLogins: { en: 'too many logins of this account', zh: '该账号登录过于频繁' },
  tooManyRequests: { en: 'too many requests with this token', zh: '该令牌的请求过于频繁' },
  retryAfter: {
    en: '{reason:message}; retry in {seconds:number} s',
    zh: '{reason}；请在 {seconds} 秒后重试',
  },
  scopeRequired: {
    en: 'scope {scope} required; the token has the scopes {scopes:list}',
    zh: '需要权限范围 {scope}；该令牌的权限范围为 {scopes}',
  },
  projectRequired: {
    en: 'access {where:message} required; the token is limited to other projects',
    zh: '{where}需要访问权限；该令牌仅限其他项目',
  },
  roleRequired: {
    en: 'role {role} {where:message} required; an administrator can grant it',
    zh: '{where}需要角色 {role}；可由管理员授予',
  },
  onPlatform: { en: 'on the whole platform', zh: '在整个平台上' },
  inProject: { en: 'in project {project}', zh: '在项目 {project} 中' },
  inUnnamedProject: { en: 'in the project without a name', zh: '在无名项目中' },
});
