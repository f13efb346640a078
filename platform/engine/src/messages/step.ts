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
  batchesSent: { en: '{done:number} of {count:number} batches sent', zh: '已发送 {done}/{count} 批' },
  batchSummary: {
    en: 'sent {items:item|items} to {url}: {succeeded:batch|batches} succeeded, {failed:number} failed',
    zh: '已向 {url} 发送 {items} 项：成功 {succeeded} 批，失败 {failed} 批',
  },
  batchesAllFailed: { en: 'all {count:batch|batches} failed: {reason}', zh: '全部 {count} 批均失败：{reason}' },
  batchWithoutItems: { en: 'the step has neither items nor a text', zh: '步骤既没有 items 也没有 text' },
  batchTooLarge: {
    en: 'the chunks of the text are too large together; reduce chunkOverlap, or increase chunkSize',
    zh: '文本的分块合计过大；请减小 chunkOverlap，或增大 chunkSize',
  },
  batchItemsAndText: {
    en: 'the step has items and a text; remove one of the two',
    zh: '步骤同时有 items 和 text；请删除其中之一',
  },
  sshHostNotAllowed: {
    en: 'the host {host} is not allowed; the operator of the platform allows hosts with --jobs-ssh-hosts',
    zh: '不允许访问主机 {host}；平台管理员可用 --jobs-ssh-hosts 允许主机',
  },
  secretNotFound: {
    en: 'Secret "{name}" does not exist in namespace {namespace}',
    zh: '命名空间 {namespace} 中没有 Secret “{name}”',
  },
  secretKeyNotFound: {
    en: 'Secret "{name}" in namespace {namespace} has no key "{key}"',
    zh: '命名空间 {namespace} 中的 Secret “{name}”没有键“{key}”',
  },
  sshHostKeyMissing: {
    en: 'no key of the host {host} is pinned: give hostKeys or knownHosts; an unknown host is never trusted',
    zh: '没有固定主机 {host} 的公钥：请给出 hostKeys 或 knownHosts；绝不信任未知主机',
  },
  sshHostKeyRefused: {
    en: 'the key of the host {host} is not one of the pinned keys',
    zh: '主机 {host} 的公钥不在固定的公钥之中',
  },
  sshDenied: { en: 'the host {host} refused the login: {reason}', zh: '主机 {host} 拒绝登录：{reason}' },
  sshUnreachable: { en: 'no connection to the host {host}: {reason}', zh: '无法连接主机 {host}：{reason}' },
  sshExitCode: {
    en: 'the command on {host} ended with exit code {code:number}{detail?}',
    zh: '{host} 上的命令以退出码 {code} 结束{detail?}',
  },
  sshReason: { en: ': {reason}', zh: '：{reason}' },
  sshDone: { en: 'ran on {target}, exit code {code:number}', zh: '已在 {target} 上运行，退出码 {code}' },
  chaosNothing: {
    en: '"{component}" has no running pods of this application',
    zh: '“{component}”没有属于本应用的运行中的 Pod',
  },
  chaosProtected: {
    en: 'a disruption budget protects {pods:list}',
    zh: '干扰预算保护了 {pods}',
  },
  chaosKilled: { en: 'ended {pods:list}', zh: '已终止 {pods}' },
  chaosKilledSome: {
    en: '{done:message}; a disruption budget protects {pods:list}',
    zh: '{done}；干扰预算保护了 {pods}',
  },
  chaosBeyondLimit: {
    en: 'the experiment takes {duration}, longer than the step may; set a longer timeout',
    zh: '实验持续 {duration}，超过步骤的时限；请设置更长的 timeout',
  },
  chaosCpu: {
    en: 'used {cpu} CPU beside "{component}" for {duration}',
    zh: '在“{component}”旁占用 {cpu} CPU {duration}',
  },
  chaosMemory: {
    en: 'used {memory} of memory beside "{component}" for {duration}',
    zh: '在“{component}”旁占用 {memory} 内存 {duration}',
  },
  helmChartNotAllowed: {
    en: 'the chart {chart} is not allowed; the operator of the platform allows charts with --jobs-helm-charts',
    zh: '不允许使用 Chart {chart}；平台管理员可用 --jobs-helm-charts 允许',
  },
  helmFailed: { en: 'helm could not render {chart}: {reason}', zh: 'helm 无法渲染 {chart}：{reason}' },
  helmTooLarge: { en: 'the objects of {chart} are too large', zh: '{chart} 的对象过大' },
  helmUnreadable: {
    en: 'the chart renders to what are no Kubernetes objects',
    zh: 'Chart 渲染的结果不是 Kubernetes 对象',
  },
  helmEmpty: { en: 'the chart has no objects to deliver', zh: 'Chart 中没有可交付的对象' },
  helmObjectsRefused: {
    en: 'the chart contains what a step must not deliver: {objects:list}; allowed in the namespace of the application are {kinds:list}',
    zh: 'Chart 含有步骤不得交付的对象：{objects}；应用的命名空间中允许的有 {kinds}',
  },
  helmDelivering: { en: 'delivering {object}', zh: '正在交付 {object}' },
  helmDelivered: {
    en: 'release {release}: {count:object|objects} delivered, {removed:number} removed',
    zh: '发布 {release}：交付 {count} 个对象，删除 {removed} 个',
  },
});
