import { defineMessages } from '@kubemin/base/message';

/** Event triggers. */
export const triggerMessages = defineMessages('functions.trigger', {
  filesOff: {
    en: 'this installation does not allow triggers of files; no directory is allowed',
    zh: '此安装不允许文件触发器；未允许任何目录',
  },
  directoryNotAllowed: {
    en: 'the directory {path} is not below one of: {roots:list}',
    zh: '目录 {path} 不在允许的目录之下：{roots}',
  },
  tooManyFiles: {
    en: 'the directory has {count:number} files; at most {limit:number} can be watched',
    zh: '目录中有 {count} 个文件；最多可监视 {limit} 个',
  },
  tooManyObjects: {
    en: '{count:number} objects match; at most {limit:number} can be watched; use a selector',
    zh: '匹配 {count} 个对象；最多可监视 {limit} 个；请使用选择器',
  },
  unknownKind: {
    en: 'the cluster has no kind {kind} of {apiVersion}',
    zh: '集群中没有 {apiVersion} 的类型 {kind}',
  },
  clusterKind: {
    en: '{kind} is not namespaced; a trigger follows objects of its own namespace',
    zh: '{kind} 不属于命名空间；触发器只跟踪自身命名空间中的对象',
  },
  sourceMissing: {
    en: 'a trigger of type {type} needs the field spec.{type}',
    zh: '类型为 {type} 的触发器需要字段 spec.{type}',
  },
  targetMissing: {
    en: 'spec.target needs either a function or a workflow',
    zh: 'spec.target 需要 function 或 workflow 之一',
  },
  gone: { en: 'the trigger {key} was deleted', zh: '触发器 {key} 已被删除' },
});
