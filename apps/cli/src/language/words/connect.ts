import { defineWords } from '../catalogue.ts';

/** About the platform that commands talk to. */
export const connectWords = defineWords({
  en: {
    tokenMissing: (url: string) => `KUBEMIN_URL says ${url}, but KUBEMIN_TOKEN is not set`,
    setToken: 'set KUBEMIN_TOKEN to a token of that platform',
    notRunning: (path: string) => `no running KubeMin found (looked in ${path})`,
    startOne: 'start one with kubemin up, point to one with --data-dir DIR, or set KUBEMIN_URL and KUBEMIN_TOKEN',
  },
  zh: {
    tokenMissing: (url) => `KUBEMIN_URL 是 ${url}，但没有设置 KUBEMIN_TOKEN`,
    setToken: '请把 KUBEMIN_TOKEN 设为该平台的令牌',
    notRunning: (path) => `没有找到正在运行的 KubeMin（查看了 ${path}）`,
    startOne: '用 kubemin up 启动一个，用 --data-dir DIR 指定一个，或设置 KUBEMIN_URL 与 KUBEMIN_TOKEN',
  },
});
