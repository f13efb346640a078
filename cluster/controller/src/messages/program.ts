import { defineMessages } from '@kubemin/base/message';

/** Starting and ending a program with controllers. */
export const programMessages = defineMessages('controller.program', {
  notAFlag: {
    en: '"{argument}" is not a flag; write --name value',
    zh: '“{argument}”不是选项；请写成 --name value',
  },
  valueMissing: {
    en: '{flag} needs a value',
    zh: '{flag} 需要一个值',
  },
  notStarted: {
    en: '{name} was not started:',
    zh: '{name} 未启动：',
  },
  configUnreadable: {
    en: '--config {file}: the file cannot be read: {reason:message}',
    zh: '--config {file}：无法读取该文件：{reason}',
  },
  ended: {
    en: '{name} ended: {reason:message}',
    zh: '{name} 已结束：{reason}',
  },
  managerTwice: {
    en: 'the app already has a manager "{name}"; names are unique',
    zh: '应用中已有管理器“{name}”；名称必须唯一',
  },
  managerFailed: {
    en: 'the manager "{name}" failed: {reason:message}',
    zh: '管理器“{name}”失败：{reason}',
  },
  managerEnded: {
    en: 'the manager ended before it was ready',
    zh: '管理器在就绪之前已结束',
  },
  endedEarly: {
    en: 'it ended unexpectedly',
    zh: '它意外结束',
  },
  pemUnreadable: {
    en: 'cannot read {path} for the REST API: {reason:message}',
    zh: '无法读取 REST API 的文件 {path}：{reason}',
  },
  definitionsMissing: {
    en: '{problems:list}; install the definitions first, or start with --install-crds',
    zh: '{problems}；请先安装这些定义，或用 --install-crds 启动',
  },
});
