import { defineMessages } from '@kubemin/base/message';

/** Plug-ins, as the command line shows them. */
export const pluginHostMessages = defineMessages('cli.plugin', {
  notLoaded: { en: 'plug-in {source} not loaded: {reason:message}', zh: '插件 {source} 未加载：{reason}' },
  kindUnknown: {
    en: '{kind} of {apiVersion} is not a kind that the plug-in can read',
    zh: '{apiVersion} 的 {kind} 不是插件可以读取的类型',
  },
  version: { en: 'VERSION', zh: '版本' },
  contract: { en: 'CONTRACT', zh: '契约' },
  source: { en: 'SOURCE', zh: '来源' },
  adds: { en: 'ADDS', zh: '新增' },
  loaded: { en: 'loaded', zh: '已加载' },
  failed: { en: 'failed', zh: '失败' },
  nameInvalid: { en: '"{name}" is not a name for a plug-in', zh: '“{name}”不能用作插件名称' },
  chooseName: {
    en: 'use lower-case letters, digits and dashes, beginning with a letter: kubemin plugin init time-zone',
    zh: '请使用小写字母、数字与连字符，并以字母开头：kubemin plugin init time-zone',
  },
  directoryExists: { en: '{name} already exists', zh: '{name} 已存在' },
  chooseOther: { en: 'choose another name', zh: '请换一个名称' },
  nextSteps: {
    en: 'next: cd {name} && npm test && kubemin plugin ls --plugins .',
    zh: '下一步：cd {name} && npm test && kubemin plugin ls --plugins .',
  },
  none: { en: 'no plug-ins', zh: '没有插件' },
  nameThem: {
    en: 'start the platform with --plugins DIR or --plugins PACKAGE; kubemin plugin init NAME makes one',
    zh: '启动平台时使用 --plugins 目录或 --plugins 包名；kubemin plugin init NAME 可创建插件',
  },
});
