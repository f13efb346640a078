import type { Text } from '@kubemin/model';
import type { PageLanguage } from '../web-pages.ts';

const en = {
  title: 'KubeMin',
  home: 'All applications',
  applications: 'Applications',
  components: 'Components',
  runs: 'Latest runs',
  jobs: 'Jobs',
  next: 'What to type next',
  noApplications: 'Nothing is deployed yet.',
  noRuns: 'Nothing has run yet.',
  noComponents: 'It has no components.',
  noJobs: 'Nothing is planned yet.',
  loading: 'Loading…',
  live: 'live',
  reconnecting: 'reconnecting…',
  logOut: 'Log out',
  notRevoked: 'You are logged out here, but the server did not end the session, whose token stays good until you type:',
  loginNeeded: 'You are not logged in',
  howToLogIn: 'Type this where KubeMin was started; it opens this page and logs you in:',
  codeSpent: 'This link has expired or was used before',
  codeSpentMore: 'A link logs in once, within ten minutes. Type this for a new one:',
  sessionOver: 'Your session is over',
  failed: 'The server did not give what this page asked for',
  missing: 'There is no such page',
  reference: 'REST reference (OpenAPI)',
  needsScript: 'This page needs JavaScript. In a terminal, use kubemin status.',
  revision: 'revision',
  ready: 'ready',
};

const zh: Readonly<Record<keyof typeof en, string>> = {
  title: 'KubeMin',
  home: '全部应用',
  applications: '应用',
  components: '组件',
  runs: '最近的运行',
  jobs: '作业',
  next: '接下来可以输入',
  noApplications: '还没有部署任何应用。',
  noRuns: '还没有任何运行。',
  noComponents: '它没有组件。',
  noJobs: '还没有计划任何作业。',
  loading: '正在加载…',
  live: '实时',
  reconnecting: '正在重连…',
  logOut: '退出登录',
  notRevoked: '您已在此退出，但服务器没有结束该会话；其令牌仍然有效，直到您输入：',
  loginNeeded: '您尚未登录',
  howToLogIn: '在启动 KubeMin 的地方输入以下命令，它会打开本页并为您登录：',
  codeSpent: '此链接已过期或已被使用过',
  codeSpentMore: '每个链接只能登录一次，十分钟内有效。输入以下命令获取新链接：',
  sessionOver: '会话已结束',
  failed: '服务器没有返回本页所请求的内容',
  missing: '没有这个页面',
  reference: 'REST 参考（OpenAPI）',
  needsScript: '本页需要 JavaScript。在终端中 kubemin status 显示同样的内容。',
  revision: '修订',
  ready: '就绪',
};

/** The texts of the page. The script gets all of them, in the language of the page. */
export const homeWords: Readonly<Record<PageLanguage, typeof zh>> = { en, zh };

/** Commands to type next on each view; NAME and ID stand for what it shows. */
export const nextCommands: Readonly<Record<'home' | 'application' | 'run', Readonly<Record<string, Text>>>> = {
  home: {
    'kubemin deploy examples/hello.yaml': { en: 'deploy an application', zh: '部署一个应用' },
    'kubemin init': { en: 'describe one with prompts', zh: '回答问题，描述一个应用' },
    'kubemin ls': { en: 'this list, in the terminal', zh: '在终端中查看此列表' },
    'kubemin run ls': { en: 'all runs', zh: '全部运行' },
    'kubemin doctor': { en: 'look for what is wrong', zh: '查找问题' },
  },
  application: {
    'kubemin status NAME': { en: 'its state', zh: '查看其状态' },
    'kubemin restart NAME': { en: 'restart its components', zh: '重启其组件' },
    'kubemin revision ls NAME': { en: 'what was delivered before', zh: '查看此前的修订' },
    'kubemin events NAME --watch': { en: 'what happens to it, as it happens', zh: '实时查看其事件' },
  },
  run: {
    'kubemin run watch ID': { en: 'follow it in the terminal', zh: '在终端中跟随它' },
    'kubemin run logs ID': { en: 'logs of its jobs', zh: '查看其作业的输出' },
    'kubemin run cancel ID': { en: 'stop it', zh: '停止它' },
    'kubemin run retry ID': { en: 'take it up again after a failure', zh: '失败后继续执行' },
  },
};
