import { defineMessages } from '@kubemin/base/message';

/** Export and import of applications. */
export const transferMessages = defineMessages('server.transfer', {
  wrongPassphrase: {
    en: 'the passphrase differs from the one of the export',
    zh: '口令与导出时的不一致',
  },
  damaged: { en: 'the bundle is damaged; export it again', zh: '导出包已损坏；请重新导出' },
  wrongVersion: {
    en: 'the bundle has version {version:number}, and this server reads version {supported:number}; import it with a newer server',
    zh: '导出包为版本 {version}，本服务器只读版本 {supported}；请用更新的服务器导入',
  },
  tooLarge: {
    en: 'the content of the bundle is not compressed by gzip, or larger than {limit:number} MiB; export fewer applications at once',
    zh: '导出包的内容不是 gzip 压缩的，或超过 {limit} MiB；请分批导出应用',
  },
  notJson: {
    en: 'the content of the bundle is not JSON; was it exported by KubeMin?',
    zh: '导出包的内容不是 JSON；它是由 KubeMin 导出的吗？',
  },
  unreadable: {
    en: 'the content of the bundle cannot be read{problem?}; was it exported by KubeMin?',
    zh: '无法读取导出包的内容{problem?}；它是由 KubeMin 导出的吗？',
  },
  at: { en: ' at {path}: {problem:message}', zh: '（位于 {path}：{problem}）' },
  invalidDocuments: {
    en: 'nothing was imported: the bundle has documents that are invalid here',
    zh: '没有导入任何内容：导出包中有在此无效的文档',
  },
  conflicts: { en: 'nothing was imported: {conflicts:list}', zh: '没有导入任何内容：{conflicts}' },
  takenMeanwhile: {
    en: 'nothing was imported: a name or number of the bundle was taken in the meantime, or is in the bundle twice; import it again',
    zh: '没有导入任何内容：导出包中的某个名称或编号已被占用，或在导出包中重复；请重新导入',
  },
  applicationDiffers: {
    en: '"{app}" already exists and differs from the bundle (revision {here:number} here, {there:number} in the bundle): delete it here, or export without it',
    zh: '“{app}”已存在，且与导出包中的不同（此处为修订版 {here}，导出包中为 {there}）：请在此删除它，或导出时不包含它',
  },
  nameTaken: {
    en: '{place:list} has another application named "{app}": delete it here, or export without it',
    zh: '{place} 中已有另一个名为“{app}”的应用：请在此删除它，或导出时不包含它',
  },
  placeNotBound: {
    en: 'application "{app}" would be outside the namespaces that its project is bound to, or inside those of another project ({place:list}); change the bindings first',
    zh: '应用“{app}”会在其项目绑定的命名空间之外，或在另一个项目的命名空间之内（{place}）；请先更改绑定',
  },
  clusterNotFound: {
    en: '"{app}" is delivered to cluster "{cluster}", which is not registered here: register it first',
    zh: '“{app}”交付到集群“{cluster}”，而该集群未在此登记：请先登记它',
  },
  numbersTaken: {
    en: 'the component numbers {numbers:list} of "{app}" belong to other applications here: import with new numbers (--renumber), which changes the labels of its objects',
    zh: '“{app}”的组件编号 {numbers} 在此属于其他应用：请以新编号导入（--renumber），其对象的标签会随之改变',
  },
  profileDiffers: {
    en: 'the {kind} profile "{profile}" already exists and differs: delete one of them',
    zh: '{kind} 配置档“{profile}”已存在且内容不同：请删除其中之一',
  },
});

/** Settings that documents take from the platform by name. */
export const profileMessages = defineMessages('server.profile', {
  invalid: { en: 'invalid profile: {problem:message}', zh: '配置档无效：{problem}' },
  notFound: { en: '{kind} profile "{profile}" not found', zh: '没有 {kind} 配置档“{profile}”' },
  inUse: {
    en: 'the {kind} profile "{profile}" is used by {uses:application|applications}; save them without it first',
    zh: '{kind} 配置档“{profile}”正被 {uses} 个应用使用；请先保存不含它的应用',
  },
});
