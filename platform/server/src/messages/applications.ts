import { defineMessages } from '@kubemin/base/message';

/** Applications, their documents and revisions. */
export const applicationMessages = defineMessages('server.application', {
  notFound: { en: 'application "{app}" not found', zh: '没有应用“{app}”' },
  idNotFound: {
    en: 'application "{app}" not found; omit `id` to create one',
    zh: '没有应用“{app}”；如要新建请省略 `id`',
  },
  nameTaken: {
    en: '{place:list} already has an application named "{app}"; choose another name',
    zh: '{place} 中已有应用“{app}”；请另选名称',
  },
  cluster: { en: 'cluster {cluster}', zh: '集群 {cluster}' },
  project: { en: 'project {project}', zh: '项目 {project}' },
  namespace: { en: 'namespace {namespace}', zh: '命名空间 {namespace}' },
  changedMeanwhile: {
    en: 'application "{app}" was changed by another request at the same time; retry',
    zh: '应用“{app}”同时被另一个请求修改；请重试',
  },
  deleting: {
    en: 'application "{app}" is being deleted; wait until it is gone, or cancel the run that deletes it',
    zh: '应用“{app}”正在被删除；请等待其完成，或取消删除它的运行',
  },
  documentUnreadable: { en: 'cannot read the document: {reason:message}', zh: '无法读取文档：{reason}' },
  documentUnreadableAt: {
    en: 'cannot read the document at line {line:number}, column {column:number}: {reason:message}',
    zh: '无法读取文档（第 {line} 行第 {column} 列）：{reason}',
  },
  documentInvalid: { en: 'invalid document{problem?}{more?}', zh: '文档无效{problem?}{more?}' },
  detail: { en: ': {problem:message}', zh: '：{problem}' },
  maskUnknown: {
    en: 'the value is the mask {mask}, but no secret value is stored for it',
    zh: '该值是掩码 {mask}，但没有已保存的机密值与之对应',
  },
  writeSecret: { en: 'write the secret value', zh: '请写出机密值本身' },
  templateAmbiguous: {
    en: 'several templates are named "{name}": {candidates:list}',
    zh: '多个模板名为“{name}”：{candidates}',
  },
  templateIn: { en: '{id} (namespace {namespace})', zh: '{id}（命名空间 {namespace}）' },
  templateInProject: {
    en: '{id} (project {project}, namespace {namespace})',
    zh: '{id}（项目 {project}，命名空间 {namespace}）',
  },
  useTemplateId: { en: 'use the id of one of them', zh: '请使用其中之一的 id' },
  usesChanged: {
    en: 'the objects that the document uses changed repeatedly while they were checked; retry',
    zh: '检查期间文档所用的对象多次变化；请重试',
  },
  storedValueBroken: {
    en: 'the column {column} of a revision in the database cannot be read; restore it from a backup',
    zh: '无法读取数据库中修订版的 {column} 列；请从备份恢复',
  },
});

/** Single revisions, and what differs between them. */
export const revisionMessages = defineMessages('server.revision', {
  notFound: {
    en: 'application "{app}" has no revision {revision:number}; the latest is {latest:number}',
    zh: '应用“{app}”没有修订版 {revision}；最新为 {latest}',
  },
  notStored: {
    en: 'revision {revision:number} of application "{app}" is not stored; restore the database from a backup',
    zh: '应用“{app}”的修订版 {revision} 没有保存；请从备份恢复数据库',
  },
  conflict: {
    en: 'application "{app}" is at revision {revision:number}{author?}, not {expected:number}',
    zh: '应用“{app}”现为修订版 {revision}{author?}，而不是 {expected}',
  },
  savedBy: { en: ' (saved by {user} at {time})', zh: '（由 {user} 于 {time} 保存）' },
  nothingChanged: { en: '{reason:message}; nothing was changed', zh: '{reason}；没有任何改动' },
  conflictFix: {
    en: 'apply the change to revision {revision:number} and send it with If-Match: "{revision:number}"',
    zh: '请在修订版 {revision} 的基础上修改，并以 If-Match: "{revision}" 发送',
  },
  refused: {
    en: 'revision {revision:number} of application "{app}" was rejected in run {run}; to deliver it anyway, roll back to it',
    zh: '应用“{app}”的修订版 {revision} 已在运行 {run} 中被拒绝；如仍要交付，请回滚到它',
  },
  restored: {
    en: 'back to revision {served:number}; {user} rejected revision {revision:number}{comment?}',
    zh: '回到修订版 {served}；{user} 拒绝了修订版 {revision}{comment?}',
  },
  comment: { en: ': {comment}', zh: '：{comment}' },
  componentAdded: { en: 'component "{component}" ({type}) added', zh: '添加组件“{component}”（{type}）' },
  componentRemoved: { en: 'component "{component}" ({type}) removed', zh: '移除组件“{component}”（{type}）' },
  inComponent: { en: 'component "{component}": {change:message}', zh: '组件“{component}”：{change}' },
  fieldSet: { en: '{field} set to {after}', zh: '{field} 设为 {after}' },
  fieldRemoved: { en: '{field} removed (was {before})', zh: '移除 {field}（原为 {before}）' },
  fieldChanged: { en: '{field} changed from {before} to {after}', zh: '{field} 从 {before} 改为 {after}' },
});
