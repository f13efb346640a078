import { defineWords } from '../catalogue.ts';

/** How errors, warnings and problems are introduced. */
export const errorWords = defineWords({
  en: {
    error: 'error',
    warning: 'warning',
    fix: 'fix',
    document: '(document)',
    signIn: 'kubemin login signs in, kubemin whoami shows as whom',
    askForRole:
      'kubemin whoami shows what you may do; an administrator gives roles with kubemin user set NAME --role ROLE',
    listThem: 'kubemin ls lists the applications, kubemin run ls the runs',
    lookAgain:
      'a run may be under way, or somebody else was faster: look with kubemin run ls and kubemin status, then try again',
    waitAWhile: 'wait a while, then try again',
    seeServer: 'the log of the server says more, and kubemin doctor examines what it needs',
  },
  zh: {
    error: '错误',
    warning: '警告',
    fix: '修正',
    document: '（文档）',
    signIn: 'kubemin login 登录，kubemin whoami 显示当前身份',
    askForRole: 'kubemin whoami 显示您的权限；管理员可用 kubemin user set NAME --role ROLE 授予角色',
    listThem: 'kubemin ls 列出应用，kubemin run ls 列出运行',
    lookAgain: '可能有运行正在进行，或已被他人修改：请用 kubemin run ls 与 kubemin status 查看后重试',
    waitAWhile: '请稍候再试',
    seeServer: '服务器日志有更多说明，kubemin doctor 会检查其所需条件',
  },
});
