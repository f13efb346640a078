import { defineMessages } from '@kubemin/base/message';
import { defaultQuestion } from '@kubemin/model/messages';

/** What steps report, and why they fail. */
export const stepMessages = defineMessages('engine.step', {
  evaluated: { en: '{model} on {dataset}: {metrics:list}', zh: '{model} 在 {dataset} 上：{metrics}' },
  noMetrics: {
    en: 'the evaluation has no metrics: its image must write a JSON object of numbers to /dev/termination-log',
    zh: '评测没有指标：其镜像必须将由数字组成的 JSON 对象写入 /dev/termination-log',
  },
  metricMissing: {
    en: '{metric} is missing from the metrics; the minimum is {minimum:number}',
    zh: '指标中没有 {metric}；最低要求为 {minimum}',
  },
  metricTooLow: {
    en: '{metric} is {value:number}; the minimum is {minimum:number}',
    zh: '{metric} 为 {value}；最低要求为 {minimum}',
  },
  mayContinue: defaultQuestion,
  approvedBy: { en: 'approved by {user}{comment?}', zh: '已由 {user} 批准{comment?}' },
  rejectedBy: { en: 'rejected by {user}{comment?}', zh: '已被 {user} 拒绝{comment?}' },
  comment: { en: ': {comment}', zh: '：{comment}' },
  keptObject: { en: '{object} (used by {apps:list})', zh: '{object}（{apps} 正在使用）' },
  nothingToDelete: { en: 'nothing to delete', zh: '没有需要删除的内容' },
  deleted: { en: 'deleted {objects:list}', zh: '已删除 {objects}' },
  keptShared: { en: '{done:message}; kept shared objects: {objects:list}', zh: '{done}；保留共享的对象：{objects}' },
  httpStatus: {
    en: '{method} {url} returned status {status:number}{body?}',
    zh: '{method} {url} 返回状态 {status}{body?}',
  },
  httpBody: { en: ': {text}', zh: '：{text}' },
  notified: { en: 'notified {url}', zh: '已通知 {url}' },
  secretMissing: {
    en: 'cannot sign the message: Secret "{name}" does not exist in namespace {namespace}',
    zh: '无法为消息签名：命名空间 {namespace} 中没有 Secret “{name}”',
  },
  secretKeyMissing: {
    en: 'cannot sign the message: Secret "{name}" in namespace {namespace} has no key "{key}"',
    zh: '无法为消息签名：命名空间 {namespace} 中的 Secret “{name}”没有键“{key}”',
  },
  pausing: { en: 'pausing until {time}', zh: '暂停至 {time}' },
  paused: { en: 'paused for {duration}', zh: '已暂停 {duration}' },
  scriptAndCommand: {
    en: 'the step has a script and a command; remove one of the two',
    zh: '步骤同时有脚本和命令；请删除其中之一',
  },
  ready: { en: 'ready: {components:list}', zh: '已就绪：{components}' },
  component: { en: '"{component}": {state:message}', zh: '“{component}”：{state}' },
  nothingRuns: { en: '"{component}" has no workload yet', zh: '“{component}”还没有工作负载' },
  states: { en: '{states:list}', zh: '{states}' },
});
