import { defineMessages } from '@kubemin/base/message';

/** Pods that run users' code: room for them, how they ended, and their logs. */
export const sandboxMessages = defineMessages('engine.sandbox', {
  waitingForCapacity: { en: 'waiting for capacity: {shortage:message}', zh: '等待资源：{shortage}' },
  noCapacity: { en: 'no capacity for the job: {shortage:message}', zh: '没有足够的资源运行该任务：{shortage}' },
  capacityTimeout: {
    en: 'no capacity within the time limit: {shortage:message}',
    zh: '在限定时间内没有足够的资源：{shortage}',
  },
  quotaExceeded: {
    en: 'quota "{quota}" of namespace {namespace} allows {resource}={limit}, {used} in use, and the job requests {requested}',
    zh: '命名空间 {namespace} 的配额“{quota}”允许 {resource}={limit}，已用 {used}，该任务请求 {requested}',
  },
  deviceMissing: {
    en: 'no node of the cluster has {resource}, and the job requests {requested}',
    zh: '集群中没有节点具有 {resource}，而该任务请求 {requested}',
  },
  deviceShortage: {
    en: 'no node has {requested} {resource} free: at most {free} on one of {nodes:node|nodes} with this resource',
    zh: '没有节点有 {requested} 个空闲的 {resource}：具有该资源的 {nodes} 个节点上最多空闲 {free}',
  },
  namespaceShared: {
    en: 'jobs that run user code must not run in the namespace {namespace} of their application; set the sandbox namespace to a pattern such as "{{namespace}}-jobs"',
    zh: '运行用户代码的任务不能与其应用共用命名空间 {namespace}；请将沙箱命名空间设为“{{namespace}}-jobs”之类的模式',
  },
  namespaceClosed: {
    en: 'jobs of namespace {namespace} would run in namespace {sandbox}, which is reserved; set the sandbox namespace to another pattern, such as "{{namespace}}-jobs"',
    zh: '命名空间 {namespace} 的任务将运行在受保护的命名空间 {sandbox} 中；请将沙箱命名空间设为其他模式，例如“{{namespace}}-jobs”',
  },
  namespaceOfProject: {
    en: 'jobs of namespace {namespace} would run in namespace {sandbox}, which another project is bound to; rename the namespace of the application, or set the sandbox namespace to another pattern',
    zh: '命名空间 {namespace} 的任务将运行在另一个项目绑定的命名空间 {sandbox} 中；请更改应用的命名空间，或将沙箱命名空间设为其他模式',
  },
  foreignObject: {
    en: '{object:message} already exists and does not belong to the platform, so no job runs there; remove it, choose another sandbox namespace, or add the label {label} to it',
    zh: '{object} 已存在且不属于平台，因此不在其中运行任务；请删除它、另选沙箱命名空间，或为其添加标签 {label}',
  },
  logStatus: {
    en: 'the cluster does not serve pod logs (status {status:number})',
    zh: '集群不提供 Pod 日志（状态 {status}）',
  },
  logUnreadable: { en: 'cannot read the log: {reason:message}', zh: '无法读取日志：{reason}' },
  withLogNote: { en: '{outcome:message} ({note:message})', zh: '{outcome}（{note}）' },
  deadline: { en: 'the cluster stopped the pod at its deadline', zh: '集群在截止时间停止了该 Pod' },
  evicted: { en: 'the cluster removed the pod ({reason})', zh: '集群移除了该 Pod（{reason}）' },
  failed: { en: 'the pod failed ({reason})', zh: 'Pod 失败（{reason}）' },
  failedWithoutReason: { en: 'the pod failed; no reason given', zh: 'Pod 失败；未给出原因' },
  podStarting: { en: 'pod {pod} is starting', zh: 'Pod {pod} 正在启动' },
  podRunning: { en: 'pod {pod} is running', zh: 'Pod {pod} 正在运行' },
  outOfMemory: {
    en: 'the program exceeded its memory limit (OOMKilled); raise resources.memory',
    zh: '程序超出了内存限制（OOMKilled）；请调高 resources.memory',
  },
  outOfMemoryLimit: {
    en: 'the program exceeded its memory limit of {limit} (OOMKilled); raise resources.memory',
    zh: '程序超出了 {limit} 的内存限制（OOMKilled）；请调高 resources.memory',
  },
  exitCode: { en: 'the program ended with exit code {code:number}{last?}', zh: '程序以退出码 {code} 结束{last?}' },
  signal: { en: 'the program was ended by signal {signal:number}{last?}', zh: '程序被信号 {signal} 终止{last?}' },
  lastLine: { en: ': {line}', zh: '：{line}' },
  completed: { en: '"{image}" completed', zh: '“{image}”已运行结束' },
  waitingForDeletion: {
    en: 'waiting until pod "{pod}" of an earlier attempt is deleted',
    zh: '等待之前尝试的 Pod “{pod}”被删除',
  },
  foreignPod: {
    en: 'pod "{pod}" already exists and does not belong to this job; remove it',
    zh: 'Pod “{pod}”已存在且不属于该任务；请删除它',
  },
  podDeleted: { en: 'the pod was deleted', zh: '该 Pod 已被删除' },
});
