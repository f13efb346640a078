import { defineMessages } from '@kubemin/base/message';

/** What jobs did to objects in the cluster, and why they could not. */
export const deliveryMessages = defineMessages('engine.delivery', {
  created: { en: 'created', zh: '已创建' },
  updated: { en: 'updated', zh: '已更新' },
  replaced: { en: 'deleted and created again', zh: '已删除并重新创建' },
  unchanged: { en: 'unchanged', zh: '无变化' },
  kept: { en: 'exists, kept as it is', zh: '已存在，保持不变' },
  yielded: {
    en: 'the name belongs to an object of another owner, which is left unchanged',
    zh: '该名称属于他人的对象，保持不变',
  },
  withNote: { en: '{done:message}: {note:message}', zh: '{done}：{note}' },
  and: { en: '{first:message}; {next:message}', zh: '{first}；{next}' },
  overwritten: {
    en: 'replaces what field manager "{manager}" has set: {fields:list}',
    zh: '覆盖字段管理者“{manager}”设置的值：{fields}',
  },
  restarted: { en: 'restarted', zh: '已重启' },
  deleted: { en: 'deleted', zh: '已删除' },
  notJson: { en: '{kind} "{name}" cannot be written as JSON', zh: '{kind} “{name}”无法写成 JSON' },
  namespaceMissing: {
    en: 'namespace "{namespace}" does not exist; create it, or set workflow.createNamespace to let the platform create namespaces',
    zh: '命名空间“{namespace}”不存在；请创建它，或设置 workflow.createNamespace 让平台创建命名空间',
  },
  kindUnknown: { en: 'the cluster has no resource for {apiVersion} {kind}', zh: '集群没有 {apiVersion} {kind} 资源' },
  object: { en: '{kind} "{name}"', zh: '{kind} “{name}”' },
  objectInNamespace: {
    en: '{kind} "{name}" in namespace {namespace}',
    zh: '命名空间 {namespace} 中的 {kind} “{name}”',
  },
  foreign: {
    en: '{object:message} already exists and {owner:message}, so it is left unchanged; choose another name, or remove that object first',
    zh: '{object} 已存在，且{owner}，因此保持不变；请另选名称，或先删除该对象',
  },
  withoutLabel: { en: 'has no {label} label', zh: '没有 {label} 标签' },
  ofApplication: { en: 'belongs to application {app}', zh: '属于应用 {app}' },
  claimNotShrunk: {
    en: 'it has {size}, and claims never shrink to {wanted}',
    zh: '其大小为 {size}，声明不会缩小到 {wanted}',
  },
  claimGrown: { en: 'grown from {size} to {wanted}', zh: '已从 {size} 扩到 {wanted}' },
  claimNotGrown: {
    en: 'it cannot grow from {size} to {wanted}: {reason}',
    zh: '无法从 {size} 扩到 {wanted}：{reason}',
  },
  claim: { en: 'claim {name}: {outcome:message}', zh: '声明 {name}：{outcome}' },
  released: { en: 'no longer used by this application', zh: '本应用不再使用它' },
  abandonedDeleted: {
    en: 'deleted: application {app}, which created it, is gone, and no other application uses it',
    zh: '已删除：创建它的应用 {app} 已不存在，也没有其他应用使用它',
  },
  alreadyGone: { en: 'already gone', zh: '已不存在' },
  replacing: { en: 'replacing it: {reason:message}', zh: '正在替换：{reason}' },
  mustRunAgain: { en: 'it must run again', zh: '需要重新运行' },
  immutableFields: { en: 'Kubernetes does not allow changes of {fields:list}', zh: 'Kubernetes 不允许更改 {fields}' },
  overtaken: {
    en: '{kind} "{name}" was created by another client while it was being replaced',
    zh: '{kind} “{name}”在替换过程中被其他客户端创建',
  },
  unchangeable: {
    en: '{object:message} cannot be updated: Kubernetes does not allow changes of {fields:list}; give the component another name, or delete the object and deploy again',
    zh: '{object} 无法更新：Kubernetes 不允许更改 {fields}；请给组件换名，或删除该对象后重新部署',
  },
  sharedIgnored: {
    en: 'left to the application that shares it (strategy of the share trait)',
    zh: '由共享它的应用负责（share 特征的策略）',
  },
  waitingForShared: {
    en: 'waiting for application {app} to create the shared object',
    zh: '等待应用 {app} 创建共享的对象',
  },
  sharedUsed: { en: 'shared: {kind} {name} of application {app} is used', zh: '共享：使用应用 {app} 的 {kind} {name}' },
  deleting: { en: 'being deleted', zh: '正在删除' },
  deletingHeld: { en: 'being deleted, held by {finalizers:list}', zh: '正在删除，被 {finalizers} 阻止' },
  dataNotFetched: {
    en: '{url} returned status {status:number} instead of the data; check the address in config.url',
    zh: '{url} 返回状态 {status} 而不是数据；请检查 config.url 中的地址',
  },
  operatedByOther: { en: 'shared with another application, which manages it', zh: '与另一个应用共享，由其管理' },
  notDeployed: {
    en: '{object:message} does not exist; deploy the application to create it',
    zh: '{object} 不存在；请部署应用以创建它',
  },
  notOwned: {
    en: 'no longer belongs to this application, so it is left unchanged',
    zh: '已不属于本应用，因此保持不变',
  },
  sharedKept: { en: 'kept: it is shared, and used by {apps:list}', zh: '保留：它被共享，{apps} 正在使用' },
  replicasUnchanged: { en: 'already {replicas}', zh: '已是 {replicas}' },
  scaled: { en: 'scaled from {from} to {to}', zh: '已从 {from} 调整为 {to}' },
  claimKept: { en: 'kept: claims are never deleted together with their users', zh: '保留：声明不会随其使用者一起删除' },
  notThere: { en: 'does not exist', zh: '不存在' },
  foreignLeft: { en: 'belongs to another owner, so it is left unchanged', zh: '属于他人，因此保持不变' },
  existedBefore: { en: 'kept: it existed before this run', zh: '保留：它在此次运行之前已存在' },
  usedByOthers: { en: 'kept: other applications use it now', zh: '保留：其他应用正在使用它' },
  deletedAgain: { en: 'deleted again', zh: '已再次删除' },
  asBefore: { en: 'as before', zh: '与之前相同' },
  restored: { en: 'restored to its earlier state', zh: '已恢复到之前的状态' },
  notWebAddress: { en: '"{address}" is not an http or https address', zh: '“{address}”不是 http 或 https 地址' },
  privateAddress: {
    en: '{host} is a private address and is not allowed; ask the administrator of the platform to allow the host',
    zh: '{host} 是私有地址，不允许访问；请让平台管理员允许该主机',
  },
  noResponse: { en: '{origin} did not respond: {reason:message}', zh: '{origin} 没有响应：{reason}' },
  responseTooLong: {
    en: 'the response is longer than {limit:byte|bytes}',
    zh: '响应超过 {limit} 字节',
  },
  programMissing: {
    en: 'the program "{program}" is not installed on the machine of the platform; ask its operator',
    zh: '平台所在的机器上没有安装程序“{program}”；请联系管理员',
  },
});

/** Which kind of gateway the routes of a cluster are for. */
export const gatewayMessages = defineMessages('engine.gateway', {
  set: { en: '{target} (set by the operator)', zh: '{target}（由运维人员设定）' },
  detected: {
    en: '{target} (the cluster serves {kind} of {apiVersion})',
    zh: '{target}（集群提供 {apiVersion} 的 {kind}）',
  },
  fallback: { en: 'ingress (no other kind is set up and served)', zh: 'ingress（没有已配置且集群提供的其他类型）' },
  notServed: {
    en: 'gateway.target is {target}, and the cluster does not serve {kind} of {apiVersion}; install it there, or set gateway.target to auto',
    zh: 'gateway.target 为 {target}，但集群不提供 {apiVersion} 的 {kind}；请在集群中安装，或将 gateway.target 设为 auto',
  },
  notAsked: { en: 'the cluster did not list {apiVersion}: {reason}', zh: '集群未列出 {apiVersion}：{reason}' },
  accepted: { en: 'accepted by a gateway', zh: '已被网关接受' },
  notAccepted: { en: 'HTTPRoute "{name}" is not accepted: {reason}', zh: 'HTTPRoute “{name}”未被接受：{reason}' },
  acceptanceAwaited: {
    en: 'kept until a gateway accepts HTTPRoute "{name}"',
    zh: '在网关接受 HTTPRoute “{name}”之前保留',
  },
});
