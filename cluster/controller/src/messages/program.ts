import { defineMessages } from '@kubemin/base/message';

/** Starting and ending a program with controllers. */
export const programMessages = defineMessages('controller.program', {
  managerTwice: {
    en: 'the app already has a manager "{name}"; names are unique',
    zh: '应用中已有管理器“{name}”；名称必须唯一',
  },
  managerFailed: {
    en: 'the manager "{name}" failed: {reason:message}',
    zh: '管理器“{name}”失败：{reason}',
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
    en: '{problem}; install the definitions first, or start with --install-crds',
    zh: '{problem}；请先安装这些定义，或用 --install-crds 启动',
  },
});
