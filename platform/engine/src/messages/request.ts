import { defineMessages } from '@kubemin/base/message';

/** Why a request about a run is refused. */
export const requestMessages = defineMessages('engine.request', {
  runNotFound: { en: 'run {run} does not exist', zh: '没有运行 {run}' },
  runEndedCancel: {
    en: 'run {run} has already ended ({status:message}) and cannot be cancelled',
    zh: '运行 {run} 已结束（{status}），无法取消',
  },
  runEndedDecide: {
    en: 'run {run} has already ended ({status:message}) and waits for no decision',
    zh: '运行 {run} 已结束（{status}），没有等待的决定',
  },
  severalQuestions: {
    en: 'several jobs of run {run} wait for a decision, name one: {jobs:list}',
    zh: '运行 {run} 中有多个任务等待决定，请指定其中一个：{jobs}',
  },
  noQuestion: { en: 'no job of run {run} waits for a decision', zh: '运行 {run} 中没有任务等待决定' },
  cannotRetry: { en: 'run {run} cannot be retried: {reason:message}', zh: '运行 {run} 无法重试：{reason}' },
  stillRunning: { en: 'it is still {status:message}', zh: '它的状态仍是“{status}”' },
  superseded: {
    en: 'the application has had another run since ({run}); retry that, or start a new run',
    zh: '该应用之后又有了运行 {run}；请重试那次运行，或开始新的运行',
  },
  jobNotFound: { en: 'it has no job {job}', zh: '它没有任务 {job}' },
  severalJobs: {
    en: 'several of its jobs are called {job}, name one: {jobs:list}',
    zh: '它有多个任务名为 {job}，请指定其中一个：{jobs}',
  },
  allSucceeded: {
    en: 'all its jobs succeeded; start a new run instead',
    zh: '其中的任务都已成功；请改为开始新的运行',
  },
});
