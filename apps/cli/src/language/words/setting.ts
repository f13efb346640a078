import { defineWords } from '../catalogue.ts';

/** About settings of the platform. */
export const settingWords = defineWords({
  en: {
    byDefault: (value: string) => ` (default: ${value})`,
    about: 'about the configuration:',
    invalid: (list: string) => `the configuration has problems:\n${list}`,
    nothingStarted:
      'nothing was started; docs/configuration.md explains each setting, kubemin config check looks without starting',
  },
  zh: {
    byDefault: (value) => `（默认：${value}）`,
    about: '关于配置：',
    invalid: (list) => `配置有问题：\n${list}`,
    nothingStarted: '没有启动任何东西；docs/configuration.md 解释每项设置，kubemin config check 只检查不启动',
  },
});
