import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { choice, portNumber, textList, wholeNumber } from '../setting-types/setting-types.ts';

/** Functions in the embedded cluster. */
export const functionSettings = {
  functions: defineSetting({
    flag: 'functions',
    yaml: ['functions.enabled'],
    type: choice(['auto', 'on', 'off']),
    default: 'auto',
    only: 'up',
    doc: {
      en: 'Whether functions are served; `auto` where nodes run containers. On simulated nodes calls fail.',
      zh: '是否提供函数服务；`auto` 表示在节点运行容器时提供。在模拟节点上，调用会得到错误。',
    },
  }),
  functionsPort: defineSetting({
    flag: 'functions-port',
    yaml: ['functions.port'],
    type: portNumber(),
    default: 50_001,
    only: 'up',
    doc: {
      en: 'Port on 127.0.0.1 where functions are called, `http://127.0.0.1:PORT/functions/NAME`; 0 picks a free one.',
      zh: '在 127.0.0.1 上调用函数的端口，如 `http://127.0.0.1:PORT/functions/NAME`；0 表示任选空闲端口。',
    },
  }),
  functionPool: defineSetting({
    flag: 'function-pool',
    yaml: ['functions.pool'],
    type: wholeNumber({ min: 0, max: 100 }),
    default: 1,
    only: 'up',
    doc: {
      en: 'Pods per namespace and runtime that wait for the code of a function, so that it starts sooner.',
      zh: '每个命名空间和运行时中等待函数代码的 Pod 数，使函数启动更快。',
    },
  }),
  triggerDirectories: defineSetting<readonly string[]>({
    flag: 'trigger-directories',
    yaml: ['functions.triggerDirectories'],
    type: textList({
      expected: settingValueMessages.pathWithoutSpaces,
      example: '/srv/inbox',
      pattern: /^\/[^\s"']*$/,
    }),
    default: [],
    only: 'up',
    doc: {
      en: 'Directories of this machine in which event triggers may watch files, with those below; without any, triggers of files do not run.',
      zh: '事件触发器可以监视其中文件的本机目录（含子目录）；未指定时，文件触发器不会运行。',
    },
  }),
} as const;
