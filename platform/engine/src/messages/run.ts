import { defineMessages } from '@kubemin/base/message';

/** Why runs and their jobs ended, wait, or did not start. */
export const runMessages = defineMessages('engine.run', {
  cancelledBy: { en: 'cancelled by {user}', zh: '由 {user} 取消' },
  keptFromRun: { en: 'kept from run {run}', zh: '沿用运行 {run} 的结果' },
  notInRetry: { en: 'not part of this retry', zh: '不在此次重试范围内' },
  notInPlan: { en: 'no longer part of the plan', zh: '已不在计划中' },
  notReached: { en: 'not started: the run ended before', zh: '未开始：运行在此之前已结束' },
  stoppedWithRun: { en: 'stopped because the run ended', zh: '运行已结束，因此停止' },
  interrupted: { en: 'interrupted; will run again', zh: '已中断；将重新运行' },
  stopped: { en: 'the run was stopped', zh: '运行已被停止' },
  shuttingDown: { en: 'the engine is shutting down', zh: '引擎正在关闭' },
  takenOver: {
    en: 'the task was cancelled or taken over by another executor',
    zh: '该运行已被取消，或已由另一个执行器接管',
  },
  heartbeatLost: { en: 'the heartbeat could not be stored before the deadline', zh: '未能及时保存心跳' },
  claimUncertain: {
    en: 'another executor may have taken over the task',
    zh: '另一个执行器可能已接管该运行',
  },
  jobEnded: { en: 'the job has ended; no further writes are allowed', zh: '任务已结束，不允许再写入' },
  timeout: { en: 'not done after {seconds:number} s', zh: '{seconds} 秒后仍未完成' },
  timeoutAfterReport: { en: '{timeout:message}: {report:message}', zh: '{timeout}：{report}' },
  stepTimeout: {
    en: 'step "{step}" was not done after {seconds:number} s',
    zh: '步骤“{step}”在 {seconds} 秒后仍未完成',
  },
  doneWithAttempt: { en: 'done with attempt {attempt:number}', zh: '第 {attempt} 次尝试成功' },
  failedAfterAttempts: { en: 'failed after {attempts:attempt|attempts}', zh: '尝试 {attempts} 次后失败' },
  attemptFailed: {
    en: 'attempt {attempt:number} of {limit:number} failed: {reason:message}',
    zh: '第 {attempt} 次尝试（共 {limit} 次）失败：{reason}',
  },
  stoppedBySibling: { en: 'stopped because {job:message} failed', zh: '由于{job}失败，已停止' },
  jobFailed: { en: '{job:message}: {reason:message}{more?}', zh: '{job}：{reason}{more?}' },
  moreFailures: { en: ' (and {count:number} more)', zh: '（另有 {count} 个）' },
  step: { en: 'step "{step}"', zh: '步骤“{step}”' },
  object: { en: 'component "{component}", {kind} {name}', zh: '组件“{component}”的 {kind} {name}' },
  blocked: { en: 'not started: an earlier step failed', zh: '未开始：之前的步骤失败' },
  conditionFalse: {
    en: 'skipped: the condition "{condition}" does not hold',
    zh: '已跳过：条件“{condition}”不成立',
  },
  abandonTimeout: {
    en: 'stopping what the job had started took too long',
    zh: '停止该任务所启动的内容耗时过长',
  },
  podLogTimeout: { en: 'reading the logs of the pods took too long', zh: '读取 Pod 日志耗时过长' },
  inputEmpty: {
    en: 'the input "{input}" has no value: {source} is empty',
    zh: '输入“{input}”没有值：{source} 为空',
  },
  propertiesInvalid: { en: 'invalid properties of the step: {problems}', zh: '步骤的属性无效：{problems}' },
  resultInvalid: {
    en: 'the job type returned an invalid result: {problem:message}',
    zh: '任务类型返回了无效的结果：{problem}',
  },
  resultType: { en: 'it is {type}', zh: '它是 {type}' },
  resultField: { en: '"{field}" is {type}', zh: '“{field}”是 {type}' },
  outputsNotObject: { en: 'its outputs are not an object', zh: '其输出不是对象' },
  outputsNotJson: { en: 'its outputs cannot be written as JSON', zh: '其输出无法写成 JSON' },
  outputsTooLarge: {
    en: 'the outputs take {length:number} characters, more than the {limit:number} that are stored; pass on where the data is instead',
    zh: '输出有 {length} 个字符，超过可保存的 {limit} 个；请改为传递数据所在的位置',
  },
});

/** Why a callback was not delivered. */
export const callbackMessages = defineMessages('engine.callback', {
  status: { en: 'the receiver returned status {status:number}', zh: '接收方返回状态 {status}' },
  timeout: { en: 'no response within {time}', zh: '{time} 内没有应答' },
  interrupted: { en: 'interrupted: the instance stopped', zh: '已中断：实例已停止' },
  runGone: { en: 'run {run} is not stored any more', zh: '运行 {run} 已不再保存' },
});
