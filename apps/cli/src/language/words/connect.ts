import { defineWords } from '../catalogue.ts';

/** About the platform that commands talk to. */
export const connectWords = defineWords({
  en: {
    tokenMissing: (url: string) => `KUBEMIN_URL says ${url}, but KUBEMIN_TOKEN is not set`,
    setToken: 'set KUBEMIN_TOKEN to a token of that platform',
    notRunning: (path: string) => `no running KubeMin found (looked in ${path})`,
    startOne: 'start one with kubemin up, point to one with --data-dir DIR, or set KUBEMIN_URL and KUBEMIN_TOKEN',
    chooseRunning: (running: string) =>
      `running: ${running}; choose one with --data-dir DIR, or start one with kubemin up`,
    oneOfSeveral: (path: string, url: string, others: string) =>
      `using ${path} (${url}); also running: ${others}; --data-dir DIR chooses`,
    severalRun: (running: string) => `several platforms run: ${running}`,
    sayWhich: 'say which one is meant: --data-dir DIR',
    notOfThisMachine: (url: string) => `${url} is not a platform of a data directory on this machine`,
  },
  zh: {
    tokenMissing: (url) => `KUBEMIN_URL 是 ${url}，但没有设置 KUBEMIN_TOKEN`,
    setToken: '请把 KUBEMIN_TOKEN 设为该平台的令牌',
    notRunning: (path) => `没有找到正在运行的 KubeMin（查看了 ${path}）`,
    startOne: '用 kubemin up 启动一个，用 --data-dir DIR 指定一个，或设置 KUBEMIN_URL 与 KUBEMIN_TOKEN',
    chooseRunning: (running) => `正在运行：${running}；用 --data-dir DIR 选择，或用 kubemin up 启动一个`,
    oneOfSeveral: (path, url, others) => `使用 ${path}（${url}）；另有正在运行的：${others}；用 --data-dir DIR 选择`,
    severalRun: (running) => `有多个平台正在运行：${running}`,
    sayWhich: '请用 --data-dir DIR 指明是哪一个',
    notOfThisMachine: (url) => `${url} 不是本机数据目录上的平台`,
  },
});
