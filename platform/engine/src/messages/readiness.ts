import { defineMessages } from '@kubemin/base/message';

/** What keeps delivered objects from being ready, and when they are. */
export const readinessMessages = defineMessages('engine.readiness', {
  notObserved: { en: 'waiting for the cluster to observe the change', zh: '等待集群处理此变更' },
  after: { en: '{done:message}, {state:message}', zh: '{done}，{state}' },
  andMissing: { en: '{state:message}; {missing:message}', zh: '{state}；{missing}' },
  deleted: { en: '{kind} {name} was deleted during its rollout', zh: '{kind} {name} 在发布过程中被删除' },
  kindUnknown: { en: 'cannot wait for objects of kind {kind}', zh: '无法等待 {kind} 类型的对象' },
  noProgress: { en: 'the rollout made no progress: {reason}', zh: '发布没有进展：{reason}' },
  podsNotCreated: { en: 'pods cannot be created: {reason}', zh: '无法创建 Pod：{reason}' },
  noNode: { en: 'no node matches; nothing to run', zh: '没有匹配的节点，无需运行' },
  scaledToZero: { en: 'scaled to 0', zh: '已缩容到 0' },
  ready: { en: '{ready:number} of {wanted:number} ready', zh: '{ready}/{wanted} 就绪' },
  updated: { en: '{updated:number} of {wanted:number} updated', zh: '{updated}/{wanted} 已更新' },
  oldRunning: { en: '{count:number} old still running', zh: '仍有 {count} 个旧副本在运行' },
  jobCompleted: {
    en: 'completed, {succeeded:number} of {wanted:number} succeeded',
    zh: '已完成，{succeeded}/{wanted} 成功',
  },
  jobFailed: {
    en: 'the job failed: {reason:message}{pod?}; see its logs',
    zh: 'Job 失败：{reason}{pod?}；请查看其日志',
  },
  jobFailedPod: { en: '; {trouble:message}', zh: '；{trouble}' },
  noReason: { en: 'no reason given', zh: '未给出原因' },
  suspended: { en: 'suspended; nothing runs', zh: '已挂起，不会运行' },
  jobProgress: {
    en: '{succeeded:number} of {wanted:number} succeeded, {active:number} running',
    zh: '{succeeded}/{wanted} 成功，{active} 个运行中',
  },
  schedule: { en: 'runs at "{schedule}"{zone?}{last?}', zh: '按“{schedule}”运行{zone?}{last?}' },
  timeZone: { en: ' ({zone})', zh: '（{zone}）' },
  lastStarted: { en: ', last started {time}', zh: '，上次开始于 {time}' },
  claimBound: { en: 'bound', zh: '已绑定' },
  claimPending: { en: 'pending; bound when a pod uses it', zh: '待定；有 Pod 使用时绑定' },
  claimLost: {
    en: 'its volume is lost; check the PersistentVolume it was bound to',
    zh: '其卷已丢失；请检查它绑定过的 PersistentVolume',
  },
  claimPhase: { en: 'in phase {phase}', zh: '处于 {phase} 阶段' },
  where: { en: 'pod {pod}, container {container}', zh: 'Pod {pod} 的容器 {container}' },
  pullFailed: {
    en: '{where:message} cannot pull image "{image}" ({reason}); check the image name, its tag and the credentials of the registry',
    zh: '{where} 无法拉取镜像“{image}”（{reason}）；请检查镜像名称、标签和镜像仓库的凭据',
  },
  containerNotCreated: {
    en: '{where:message} cannot be created ({reason}); check that the ConfigMaps and Secrets it refers to exist',
    zh: '{where} 无法创建（{reason}）；请检查它引用的 ConfigMap 和 Secret 是否存在',
  },
  crashLoop: {
    en: '{where:message} keeps crashing{exit?} ({restarts:restart|restarts}); see its logs',
    zh: '{where} 反复崩溃{exit?}（已重启 {restarts} 次）；请查看其日志',
  },
  withExitCode: { en: ' with exit code {code:number}', zh: '，退出码 {code}' },
  unschedulable: {
    en: 'pod {pod} fits on no node (Unschedulable){reason?}',
    zh: 'Pod {pod} 无法调度到任何节点（Unschedulable）{reason?}',
  },
  unschedulableReason: { en: ': {reason}', zh: '：{reason}' },
  missing: {
    en: '{kind} {namespace}/{name} does not exist (needed by {user:message}); create it, or correct its name',
    zh: '{kind} {namespace}/{name} 不存在（{user} 需要它）；请创建它，或更正名称',
  },
  keyMissing: {
    en: '{kind} {namespace}/{name} has no key "{key}" (needed by {user:message}); add the key, or correct its name',
    zh: '{kind} {namespace}/{name} 没有键“{key}”（{user} 需要它）；请添加该键，或更正名称',
  },
  claimNotBound: {
    en: 'PersistentVolumeClaim {namespace}/{name} cannot be bound: {reason:message} (needed by {user:message})',
    zh: 'PersistentVolumeClaim {namespace}/{name} 无法绑定：{reason}（{user} 需要它）',
  },
  storageClassMissing: {
    en: 'storage class "{name}" does not exist (available: {classes:list}); use one of them, or create it',
    zh: '存储类“{name}”不存在（现有：{classes}）；请使用其中之一，或创建它',
  },
  noDefaultStorageClass: {
    en: 'it names no storage class and the cluster has no default one (available: {classes:list}); name one',
    zh: '它未指定存储类，集群也没有默认存储类（现有：{classes}）；请指定一个',
  },
  none: { en: 'none', zh: '无' },
  allMissing: { en: '{first:message}; {rest:message}', zh: '{first}；{rest}' },
  userEnvFrom: { en: 'envFrom of container {container}', zh: '容器 {container} 的 envFrom ' },
  userVariable: { en: 'variable {variable} of container {container}', zh: '容器 {container} 的变量 {variable} ' },
  userVolume: { en: 'volume {volume}', zh: '卷 {volume} ' },
});
