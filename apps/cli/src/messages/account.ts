import { defineMessages } from '@kubemin/base/message';

/** About people and their tokens. */
export const accountMessages = defineMessages('cli.account', {
  all: { en: 'all', zh: '全部' },
  never: { en: 'never', zh: '从不' },
  configured: { en: 'configured', zh: '由配置指定' },
  none: { en: 'none', zh: '无' },
  user: { en: 'user', zh: '用户' },
  roles: { en: 'roles', zh: '角色' },
  scopes: { en: 'scopes', zh: '权限' },
  projects: { en: 'projects', zh: '项目' },
  token: { en: 'token', zh: '令牌' },
  expires: { en: 'expires', zh: '到期' },
  startedWith: { en: 'the token this KubeMin was started with', zh: '这个 KubeMin 启动时所用的令牌' },
  done: { en: 'done', zh: '完成' },
  unknown: { en: 'unknown', zh: '未知' },
  moreEntries: {
    en: 'more entries exist; use --limit or --since to choose',
    zh: '还有更多；用 --limit 或 --since 选择',
  },
  userRemoved: {
    en: 'user {name} removed; their tokens are no longer valid',
    zh: '用户 {name} 已移除；其令牌不再有效',
  },
  userHas: { en: '{name} has {roles}', zh: '{name} 拥有 {roles}' },
  userHasNone: { en: '{name} has no role', zh: '{name} 没有任何角色' },
  tokenRevoked: { en: 'token {id} ({name}) revoked', zh: '令牌 {id}({name})已吊销' },
  tokenMade: {
    en: 'token {id} of {user} does not expire; it is shown only once:',
    zh: '{user} 的令牌 {id} 永久有效；仅显示这一次：',
  },
  tokenMadeUntil: {
    en: 'token {id} of {user} expires at {end}; it is shown only once:',
    zh: '{user} 的令牌 {id} 有效至 {end}；仅显示这一次：',
  },
});
