import { defineMessages } from '@kubemin/base/message';

/** About the platform that commands talk to. */
export const connectMessages = defineMessages('cli.connect', {
  tokenMissing: {
    en: 'KUBEMIN_URL is {url}, but KUBEMIN_TOKEN is not set',
    zh: 'KUBEMIN_URL 是 {url}，但没有设置 KUBEMIN_TOKEN',
  },
  setToken: { en: 'set KUBEMIN_TOKEN to a token of that platform', zh: '请把 KUBEMIN_TOKEN 设为该平台的令牌' },
  notRunning: { en: 'no running KubeMin found (looked in {path})', zh: '没有找到正在运行的 KubeMin（查看了 {path}）' },
  startOne: {
    en: 'start one with kubemin up, select one with --data-dir DIR, or set KUBEMIN_URL and KUBEMIN_TOKEN',
    zh: '用 kubemin up 启动一个，用 --data-dir DIR 指定一个，或设置 KUBEMIN_URL 与 KUBEMIN_TOKEN',
  },
  chooseRunning: {
    en: 'running: {running}; choose one with --data-dir DIR, or start one with kubemin up',
    zh: '正在运行：{running}；用 --data-dir DIR 选择，或用 kubemin up 启动一个',
  },
  oneOfSeveral: {
    en: 'using {path} ({url}); also running: {others}; select one with --data-dir DIR',
    zh: '使用 {path}（{url}）；另有正在运行的：{others}；用 --data-dir DIR 选择',
  },
  severalRun: { en: 'several platforms are running: {running}', zh: '有多个平台正在运行：{running}' },
  selectDirectory: { en: 'select one with --data-dir DIR', zh: '请用 --data-dir DIR 指明是哪一个' },
  notOfThisMachine: {
    en: '{url} is not a platform of a data directory on this machine',
    zh: '{url} 不是本机数据目录上的平台',
  },
});
