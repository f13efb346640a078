import { defineMessages } from '@kubemin/base/message';

/** What a document grants or uses that only an administrator may. */
export const rightsMessages = defineMessages('server.rights', {
  administratorOnly: {
    en: 'only an administrator may grant this: {reason:message}',
    zh: '只有管理员才能授予此权限：{reason}',
  },
  nameRights: {
    en: 'name the resources and verbs that are needed in its own namespace, or ask an administrator to save it',
    zh: '请列出本命名空间所需的资源与动词，或由管理员保存',
  },
  wholeCluster: { en: 'it grants rights in the whole cluster', zh: '它授予整个集群的权限' },
  otherNamespace: {
    en: 'it grants rights in the namespace "{namespace}"',
    zh: '它授予命名空间“{namespace}”的权限',
  },
  wildcard: { en: '{field} has a wildcard', zh: '{field} 含有通配符' },
  apiServerUrls: { en: 'it grants URLs of the API server', zh: '它授予 API 服务器的 URL' },
  takingVerb: {
    en: 'the verb "{verb}" lets its holder take further rights',
    zh: '动词“{verb}”可让持有者获取更多权限',
  },
  aggregationLabel: {
    en: 'the label "{label}" adds its rules to other roles',
    zh: '标签“{label}”会把其规则加入其他角色',
  },
  resource: { en: 'a right to {resource} {effect:message}', zh: '对 {resource} 的权限{effect}' },
  readsCredentials: {
    en: 'gives the credentials of every application of the namespace',
    zh: '可得到该命名空间所有应用的凭据',
  },
  issuesTokens: {
    en: 'gives tokens of any service account of the namespace',
    zh: '可获得该命名空间任意服务账号的令牌',
  },
  runsCommands: {
    en: 'runs commands in the pods of every application of the namespace',
    zh: '可在该命名空间所有应用的 Pod 中执行命令',
  },
  attaches: {
    en: 'reads from and writes to the pods of every application of the namespace',
    zh: '可读写该命名空间所有应用的 Pod',
  },
  reachesPorts: {
    en: 'reaches every port of the pods of the namespace',
    zh: '可访问该命名空间所有 Pod 的任意端口',
  },
  reachesServices: { en: 'reaches every service of the namespace', zh: '可访问该命名空间的任意 Service' },
  runsContainers: {
    en: 'runs containers in the pods of every application of the namespace',
    zh: '可在该命名空间所有应用的 Pod 中运行容器',
  },
  runsOnNode: { en: 'runs commands in every pod of the node', zh: '可在节点的任意 Pod 中执行命令' },
  grantsRights: { en: 'gives any right to any account', zh: '可给任意账号任意权限' },
  changesWrites: {
    en: 'changes what every client of the API server writes',
    zh: '可改变所有客户端写入 API 服务器的内容',
  },
  changesApi: { en: 'changes the API of the whole cluster', zh: '可改变整个集群的 API' },
  issuesCertificates: { en: 'issues certificates of any user', zh: '可签发任意用户的证书' },
  runsPods: {
    en: 'runs pods as any service account and with any Secret of the namespace',
    zh: '可用该命名空间的任意服务账号和 Secret 运行 Pod',
  },
  closedNamespace: {
    en: 'the namespace "{namespace}" is reserved for administrators',
    zh: '命名空间“{namespace}”仅限管理员使用',
  },
  notShared: {
    en: '{kind} "{name}" belongs to another application and is not shared',
    zh: '{kind}“{name}”属于其他应用，且未共享',
  },
  foreignRights: {
    en: '{kind} "{name}" already exists and was not created by this application',
    zh: '{kind}“{name}”已存在，且不是由本应用创建的',
  },
  hostPrivilege: {
    en: '"{field}" gives a container control over its node, which only administrators may do',
    zh: '“{field}”使容器能够控制所在节点，只有管理员可以这样做',
  },
  externalAddress: {
    en: '"{field}" takes the traffic of addresses outside the cluster, which only administrators may allow',
    zh: '“{field}”会接管集群外地址的流量，只有管理员可以允许',
  },
  clusterNotBound: {
    en: 'project "{project}" is not bound to cluster "{cluster}"',
    zh: '项目“{project}”没有绑定集群“{cluster}”',
  },
  namespaceNotBound: {
    en: 'project "{project}" is not bound to namespace "{namespace}"',
    zh: '项目“{project}”没有绑定命名空间“{namespace}”',
  },
  namespaceOfProject: {
    en: 'another project is bound to namespace "{namespace}"',
    zh: '命名空间“{namespace}”已绑定到另一个项目',
  },
  referenceOutside: {
    en: '{kind} "{name}" is in namespace "{namespace}", which project "{project}" is not bound to',
    zh: '{kind}“{name}”在命名空间“{namespace}”中，项目“{project}”没有绑定它',
  },
  referenceOfProject: {
    en: '{kind} "{name}" is in namespace "{namespace}", which another project is bound to',
    zh: '{kind}“{name}”在命名空间“{namespace}”中，它已绑定到另一个项目',
  },
  referenceNotAllowed: {
    en: 'project "{project}" may not refer to {kind} "{name}"',
    zh: '项目“{project}”不得引用 {kind}“{name}”',
  },
  useClusters: { en: 'use one of its clusters: {clusters:list}', zh: '请使用其集群之一：{clusters}' },
  useNamespaces: {
    en: 'use one of its namespaces ({namespaces:list}), or ask an administrator to bind the project to more',
    zh: '请使用其命名空间之一（{namespaces}），或请管理员为项目绑定更多',
  },
  useFreeNamespace: { en: 'use another namespace', zh: '请使用其他命名空间' },
  bindProject: {
    en: 'ask an administrator to change the binding of the project',
    zh: '请管理员更改项目的绑定',
  },
  addReference: {
    en: 'ask an administrator to add it to the references of the project',
    zh: '请管理员将其加入项目的引用',
  },
  useOwnNamespace: {
    en: 'use a namespace of your own, or ask an administrator to save it',
    zh: '请使用自己的命名空间，或由管理员保存',
  },
  shareIt: {
    en: 'ask its owner to add the trait "share", or ask an administrator to save it',
    zh: '请让其所有者添加 share 特征，或由管理员保存',
  },
  renameIt: {
    en: 'choose another name, or ask an administrator to save it',
    zh: '请另选名称，或由管理员保存',
  },
  removeIt: { en: 'remove it, or ask an administrator to save it', zh: '请将其移除，或由管理员保存' },
});

/** Projects and the namespaces they are bound to. */
export const projectMessages = defineMessages('server.project', {
  notFound: { en: 'project "{project}" not found', zh: '没有项目“{project}”' },
  notBound: { en: 'project "{project}" is not bound to namespaces', zh: '项目“{project}”没有绑定命名空间' },
  namespaceTaken: {
    en: 'namespace "{pattern}" in cluster "{cluster}" overlaps "{taken}", which project "{project}" is bound to; choose another one, or unbind that project first',
    zh: '集群“{cluster}”中的命名空间“{pattern}”与项目“{project}”绑定的“{taken}”重叠；请另选，或先解除该项目的绑定',
  },
  namespaceClosed: {
    en: 'namespace "{pattern}" cannot be bound: "{closed}" is a system namespace or closed by --closed-namespaces; choose another one',
    zh: '无法绑定命名空间“{pattern}”：“{closed}”是系统命名空间，或已被 --closed-namespaces 关闭；请另选一个',
  },
  applicationsOutside: {
    en: '{count:application|applications} of project "{project}" would be outside the binding: {applications:list}; add their clusters and namespaces, or delete them first',
    zh: '项目“{project}”的 {count} 个应用会在绑定之外：{applications}；请加入其集群和命名空间，或先删除它们',
  },
  applicationsInside: {
    en: '{count:application|applications} of other projects in these namespaces: {applications:list}; choose other namespaces, or delete them first',
    zh: '这些命名空间中有其他项目的 {count} 个应用：{applications}；请另选命名空间，或先删除它们',
  },
});
