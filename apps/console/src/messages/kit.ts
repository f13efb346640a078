import { defineMessages } from '@kubemin/base/message';

/** Texts of the component kit. */
export const kitMessages = defineMessages('console.kit', {
  close: { en: 'Close', zh: '关闭' },
  back: { en: 'Back', zh: '返回' },
  retry: { en: 'Retry', zh: '重试' },
  copy: { en: 'Copy', zh: '复制' },
  copied: { en: 'Copied', zh: '已复制' },
  about: { en: 'About {name}', zh: '关于{name}' },
  copyDetails: { en: 'Copy details', zh: '复制详情' },
  loading: { en: 'Loading', zh: '正在加载' },
  panelFailed: { en: 'This panel failed. Drafts are safe.', zh: '此面板出错。草稿不受影响。' },
  typeName: { en: 'Type {name} to confirm', zh: '输入 {name} 以确认' },
  less: { en: '{name}: one less', zh: '{name}：减一' },
  more: { en: '{name}: one more', zh: '{name}：加一' },
  from: { en: 'from {field}', zh: '来自 {field}' },
  added: { en: 'added', zh: '新增' },
  removed: { en: 'removed', zh: '移除' },
  create: { en: 'Create', zh: '创建' },
  update: { en: 'Update', zh: '更新' },
  replace: { en: 'Replace', zh: '替换' },
  delete: { en: 'Delete', zh: '删除' },
  unchanged: { en: 'Unchanged', zh: '不变' },
  keep: { en: 'Keep', zh: '保留' },
  run: { en: 'Run', zh: '执行' },
  refused: { en: 'Refused', zh: '被拒绝' },
  unknown: { en: 'Unknown', zh: '未知' },
});
