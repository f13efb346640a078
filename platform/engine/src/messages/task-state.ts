import { defineMessages } from '@kubemin/base/message';

/** The states of runs, inside other messages. */
export const taskStateMessages = defineMessages('engine.taskState', {
  waiting: { en: 'waiting', zh: '等待中' },
  queued: { en: 'queued', zh: '排队中' },
  running: { en: 'running', zh: '执行中' },
  completed: { en: 'completed', zh: '已完成' },
  failed: { en: 'failed', zh: '失败' },
  timeout: { en: 'timeout', zh: '超时' },
  cancelled: { en: 'cancelled', zh: '已取消' },
  rejected: { en: 'rejected', zh: '已拒绝' },
});
