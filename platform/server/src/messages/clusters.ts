import { defineMessages } from '@kubemin/base/message';

/** Registered clusters, and whether they respond. */
export const clusterMessages = defineMessages('server.cluster', {
  notFound: { en: 'cluster "{cluster}" not found', zh: '没有集群“{cluster}”' },
  registerFirst: {
    en: 'register it, name a registered cluster, or omit it for the cluster "{default}"',
    zh: '请先登记它，写已登记的集群，或省略以使用集群“{default}”',
  },
  nameTaken: {
    en: 'cluster "{cluster}" is already registered; choose another name, or replace its kubeconfig',
    zh: '集群“{cluster}”已登记；请另选名称，或更换其 kubeconfig',
  },
  inUse: {
    en: '{applications:application|applications} in cluster "{cluster}"; delete them first',
    zh: '集群“{cluster}”中有 {applications} 个应用；请先删除它们',
  },
  bound: {
    en: 'projects are bound to namespaces of cluster "{cluster}": {projects:list}; change their bindings first',
    zh: '有项目绑定了集群“{cluster}”的命名空间：{projects}；请先更改其绑定',
  },
  isDefault: {
    en: 'the default cluster is set when the server starts; start the server with another kubeconfig',
    zh: '默认集群在服务器启动时指定；请以其他 kubeconfig 启动服务器',
  },
  reachable: { en: 'the cluster responds: Kubernetes {version}', zh: '集群有应答：Kubernetes {version}' },
  unreachable: { en: 'the cluster does not respond: {reason:message}', zh: '集群没有应答：{reason}' },
  noFunctionGateway: {
    en: 'functions of cluster {cluster} cannot be called from here: the address of their gateway is not known',
    zh: '无法从此处调用集群 {cluster} 的函数：不知道其网关地址',
  },
  requestFailed: {
    en: 'request to cluster "{cluster}" failed: {reason:message}',
    zh: '对集群“{cluster}”的请求失败：{reason}',
  },
  listExpired: {
    en: 'the place in the list has expired, start from the first page: {reason:message}',
    zh: '列表中的位置已过期，请从第一页开始：{reason}',
  },
  refused: {
    en: 'cluster "{cluster}" does not accept the request: {reason:message}',
    zh: '集群“{cluster}”不接受该请求：{reason}',
  },
  kindNotFound: {
    en: 'cluster "{cluster}" serves no objects named "{resource}"',
    zh: '集群“{cluster}”不提供名为“{resource}”的对象',
  },
  objectNotFound: { en: 'not in cluster "{cluster}": {reason:message}', zh: '不在集群“{cluster}”中：{reason}' },
  forbids: {
    en: 'cluster "{cluster}" does not allow this: {reason:message}',
    zh: '集群“{cluster}”不允许此操作：{reason}',
  },
  down: { en: 'clusters that do not respond: {clusters:list}', zh: '没有应答的集群：{clusters}' },
  apiStatus: { en: 'the Kubernetes API returns status {status:number}', zh: 'Kubernetes API 返回状态 {status}' },
  credentialsRefused: {
    en: 'the Kubernetes API does not accept these credentials (status {status:number}); use another kubeconfig',
    zh: 'Kubernetes API 不接受该凭据（状态 {status}）；请换用其他 kubeconfig',
  },
});

/** States of components in the cluster. */
export const statusMessages = defineMessages('server.status', {
  notDeployed: { en: 'not deployed yet', zh: '尚未部署' },
  deleted: {
    en: 'deleted from the cluster; deploy the application to restore it',
    zh: '已从集群中删除；请部署应用以恢复',
  },
  notWatched: { en: 'components of this type have no status', zh: '此类组件没有状态' },
  delivered: { en: '{kind} is in the cluster', zh: '{kind} 已在集群中' },
  scaledToZero: { en: 'scaled to 0', zh: '已缩容到 0' },
  suspended: { en: 'suspended', zh: '已暂停' },
  sharedFrom: {
    en: '{state:message}; shared, created by application "{app}"',
    zh: '{state}；共享，由应用“{app}”创建',
  },
  andDrift: { en: '{state:message}; {drift:message}', zh: '{state}；{drift}' },
  changed: {
    en: 'changed by field manager "{manager}" since the last run: {fields:list}',
    zh: '上次运行之后被字段管理者“{manager}”修改：{fields}',
  },
  removed: { en: 'removed since the last run: {fields:list}', zh: '上次运行之后被删除：{fields}' },
  andMissing: { en: '{state:message}; {missing:message}', zh: '{state}；{missing}' },
});
