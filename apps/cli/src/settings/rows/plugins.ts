import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { duration, text, textList, wholeNumber } from '../setting-types/setting-types.ts';

/** Which plug-ins are loaded, and what they may take. */
export const pluginSettings = {
  sources: defineSetting({
    flag: 'plugins',
    yaml: ['plugins.sources'],
    type: textList({ expected: settingValueMessages.path, example: './service-monitor,@acme/kubemin-slack' }),
    default: [],
    doc: {
      en: 'Plug-ins to load: directories (relative to the working directory) or names of packages in node_modules. They run with the rights of this process. One that fails to load is logged and listed by `kubemin plugin ls`; the others work.',
      zh: '要加载的插件：目录（相对于工作目录）或 node_modules 中的包名。插件以本进程的权限运行。加载失败的插件会写入日志并由 `kubemin plugin ls` 列出；其余照常工作。',
    },
  }),
  gateway: defineSetting<string | undefined>({
    flag: 'plugin-gateway',
    yaml: ['plugins.gateway'],
    type: text({ expected: settingValueMessages.simpleName, example: 'traefik', pattern: /^[\w.-]+$/ }),
    default: undefined,
    doc: {
      en: 'Gateway of a plug-in that the `gateway` trait is rendered for, in place of the built-in targets.',
      zh: '由插件提供的网关；`gateway` 特征按它渲染，取代内置的目标。',
    },
  }),
  memory: defineSetting({
    flag: 'plugin-memory',
    yaml: ['plugins.memory'],
    type: wholeNumber({ min: 32, max: 16_384 }),
    default: 128,
    doc: {
      en: 'Heap of each thread of a plug-in, in MiB. A job that exhausts it fails; nothing else does.',
      zh: '插件每个线程的堆内存，单位 MiB。用尽它的任务会失败，其他不受影响。',
    },
  }),
  stallTimeout: defineSetting({
    flag: 'plugin-stall-timeout',
    yaml: ['plugins.stallTimeout'],
    type: duration(1_000),
    default: 10_000,
    doc: {
      en: 'How long a job or step of a plug-in may block its thread before it is stopped and fails.',
      zh: '插件的任务或步骤可阻塞其线程多久；超时即被终止并失败。',
    },
  }),
};
