import { defineMessages } from '@kubemin/base/message';

/** Why an application must not use what belongs to others. */
export const guardMessages = defineMessages('engine.guard', {
  protectedObject: {
    en: '{object} belongs to the cluster itself; change it with kubectl, not with an application',
    zh: '{object} 属于集群本身；请用 kubectl 更改它，而不是通过应用',
  },
  forbiddenUse: { en: '{component?}{object:message} {reason:message}', zh: '{component?}{object}{reason}' },
  component: { en: 'component {component}: ', zh: '组件 {component}：' },
  closedNamespace: {
    en: 'is only open to administrators; use another namespace, or have an administrator save the application',
    zh: '只对管理员开放；请使用其他命名空间，或由管理员保存该应用',
  },
  foreignReference: {
    en: 'belongs to another application and is not shared; have its owner add the trait "share", or an administrator save this application',
    zh: '属于另一个应用且未共享；请让其所有者添加“share”特征，或由管理员保存本应用',
  },
  foreignRights: {
    en: 'already exists and was not created by this application; choose another name, or have an administrator save the application',
    zh: '已存在，且不是由本应用创建；请另选名称，或由管理员保存该应用',
  },
  hostPrivilege: {
    en: 'gives a container privileges on its node, which only administrators may do; remove it, or have an administrator save the application',
    zh: '会让容器获得其节点上的特权，只有管理员可以这样做；请删除它，或由管理员保存该应用',
  },
  externalAddress: {
    en: 'takes the traffic of addresses outside the cluster, which only administrators may allow; remove it, or have an administrator save the application',
    zh: '会接管集群外地址的流量，只有管理员可以允许；请删除它，或由管理员保存该应用',
  },
  referenceNotAllowed: {
    en: 'is not one of the objects that the project may refer to; have an administrator add it to the references of the project',
    zh: '不在该项目可引用的对象之列；请让管理员将其加入项目的引用',
  },
  clusterNotBound: {
    en: 'is in a cluster that the project is not bound to; kubemin project show lists its clusters',
    zh: '所在集群未绑定到该项目；kubemin project show 列出其集群',
  },
  namespaceNotBound: {
    en: 'is outside the namespaces that the project is bound to; kubemin project show lists them',
    zh: '不在该项目绑定的命名空间之内；kubemin project show 列出它们',
  },
  namespaceOfProject: {
    en: 'is in a namespace that another project is bound to; use another namespace',
    zh: '在另一个项目绑定的命名空间中；请使用其他命名空间',
  },
  namesTaken: {
    en: '{problems:message}. Nothing was changed; {fix:message}',
    zh: '{problems}。未做任何更改；{fix}',
  },
  and: { en: '{first:message}; {next:message}', zh: '{first}；{next}' },
  fixRoute: {
    en: 'choose another host or path, or remove it from that application first',
    zh: '请另选主机或路径，或先从那个应用中删除它',
  },
  fixName: {
    en: 'choose another name, add the trait "share", or remove it from that application first',
    zh: '请另选名称、添加“share”特征，或先从那个应用中删除它',
  },
  fixServiceName: {
    en: 'rename the component, or give the application a namespace of its own',
    zh: '请给组件换名，或让该应用使用自己的命名空间',
  },
  routeTaken: {
    en: 'component "{component}": {host:message} with path "{path}" belongs to application "{app}"',
    zh: '组件“{component}”：{host}的路径“{path}”属于应用“{app}”',
  },
  anyHost: { en: 'any host', zh: '任意主机' },
  host: { en: 'host "{host}"', zh: '主机“{host}”' },
  nameTaken: {
    en: 'component "{component}": {kind} "{name}" in namespace "{namespace}" belongs to application "{app}"',
    zh: '组件“{component}”：命名空间“{namespace}”中的 {kind} “{name}”属于应用“{app}”',
  },
  nameReferred: {
    en: 'component "{component}": {kind} "{name}" in namespace "{namespace}" is referred to by application "{app}", which would get its content',
    zh: '组件“{component}”：应用“{app}”引用了命名空间“{namespace}”中的 {kind} “{name}”，会得到其内容',
  },
  serviceNameTaken: {
    en: 'component "{component}": the Service name "{name}" in namespace "{namespace}" belongs to application "{app}"',
    zh: '组件“{component}”：命名空间“{namespace}”中的 Service 名称“{name}”属于应用“{app}”',
  },
});
