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
  startedWith: { en: 'the one this KubeMin was started with', zh: '这个 KubeMin 启动时所用的' },
  done: { en: 'done', zh: '完成' },
  unknown: { en: 'unknown', zh: '未知' },
  moreEntries: {
    en: 'There are more; --limit and --since choose how many.',
    zh: '还有更多；用 --limit 与 --since 选择数量。',
  },
  userRemoved: { en: '{name} is removed; their tokens open nothing any more', zh: '{name} 已移除；其令牌不再有效' },
  userHas: { en: '{name} has {roles}', zh: '{name} 拥有 {roles}' },
  userHasNone: { en: '{name} has no role', zh: '{name} 没有任何角色' },
  tokenRevoked: { en: 'token {id} ({name}) is revoked', zh: '令牌 {id}({name})已吊销' },
  tokenMade: {
    en: 'token {id} of {user} does not end by itself; it is shown this once:',
    zh: '{user} 的令牌 {id} 永久有效；仅显示这一次：',
  },
  tokenMadeUntil: {
    en: 'token {id} of {user} ends at {end}; it is shown this once:',
    zh: '{user} 的令牌 {id} 有效至 {end}；仅显示这一次：',
  },
});
