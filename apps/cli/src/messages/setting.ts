import { defineMessages } from '@kubemin/base/message';

/** About settings of the platform. */
export const settingMessages = defineMessages('cli.setting', {
  byDefault: { en: ' (default: {value})', zh: '（默认：{value}）' },
  about: { en: 'about the configuration:', zh: '关于配置：' },
  invalid: { en: 'invalid configuration:\n{list}', zh: '配置有问题：\n{list}' },
  nothingStarted: {
    en: 'nothing was started; see docs/configuration.md for each setting, check without starting: kubemin config check',
    zh: '没有启动任何东西；docs/configuration.md 解释每项设置，kubemin config check 只检查不启动',
  },
});
