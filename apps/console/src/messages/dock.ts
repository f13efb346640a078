import { defineMessages } from '@kubemin/base/message';

/** The dock with logs and terminals. */
export const dockMessages = defineMessages('console.dock', {
  dock: { en: 'Logs and terminals', zh: '日志与终端' },
  resize: { en: 'Resize with the arrow keys', zh: '用方向键调整高度' },
  closeTab: { en: 'Close {title}', zh: '关闭 {title}' },
});
