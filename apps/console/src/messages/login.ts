import { defineMessages } from '@kubemin/base/message';

/** The page for users who are not logged in. */
export const loginMessages = defineMessages('console.login', {
  title: { en: 'Log in to KubeMin', zh: '登录 KubeMin' },
  byCommand: {
    en: 'In a terminal that is connected to this platform, run this command. It opens a new link.',
    zh: '在已连接到此平台的终端中执行此命令，它会打开一个新链接。',
  },
  byToken: { en: 'Or paste an API token', zh: '或粘贴 API 令牌' },
  tokenHelp: {
    en: 'It is exchanged for a session of a day at most, and is not stored in the browser.',
    zh: '令牌会换成最长一天的会话，不会保存在浏览器中。',
  },
  logIn: { en: 'Log in', zh: '登录' },
  busy: { en: 'Logging in', zh: '正在登录' },
  codeInvalid: {
    en: 'This login link has expired or was used already. Open a new one.',
    zh: '此登录链接已过期或已使用。请打开新的链接。',
  },
  sessionEnded: { en: 'Your session has ended', zh: '会话已结束' },
  sessionEndedHelp: {
    en: 'Its token has expired or was revoked. Drafts are safe.',
    zh: '其令牌已过期或被吊销。草稿不受影响。',
  },
  failed: { en: 'Login failed', zh: '登录失败' },
});
