import { defineMessages } from '@kubemin/base/message';

/** About applications, and what is done to them. */
export const applicationMessages = defineMessages('cli.application', {
  noneYet: {
    en: 'no applications yet; kubemin deploy FILE brings the first',
    zh: '还没有应用；kubemin deploy FILE 部署第一个',
  },
  notFound: { en: 'there is no application {name}', zh: '没有应用 {name}' },
  nothingDeployed: {
    en: 'nothing is deployed yet: kubemin deploy FILE',
    zh: '还没有部署任何应用：kubemin deploy FILE',
  },
  thereAre: { en: 'there are: {names}', zh: '现有：{names}' },
  ambiguous: { en: 'several applications are named {name}: {places:list}', zh: '有多个应用名为 {name}：{places}' },
  place: {
    en: '{id} ({project}, {namespace}, cluster {cluster})',
    zh: '{id}（{project}，{namespace}，集群 {cluster}）',
  },
  giveId: { en: 'give the id instead of the name', zh: '请用 id 代替名称' },
  stored: {
    en: 'revision {revision:number} ({outcome}), run {run:number}',
    zh: '修订版 {revision}({outcome})，运行 {run}',
  },
  twoFiles: { en: 'two documents are named: {one} and {other}', zh: '给出了两个文档：{one} 和 {other}' },
  oneFile: { en: 'deploy them one after the other', zh: '请逐个部署' },
  created: { en: 'created', zh: '新建' },
  updated: { en: 'updated', zh: '更新' },
  unchanged: { en: 'unchanged', zh: '未变' },
  removedByRun: {
    en: 'no longer part of it, and removed by this run: {components}',
    zh: '不再属于该应用，将由这次运行移除：{components}',
  },
  hasProblems: {
    en: '{file} has {count:problem|problems}; nothing was deployed',
    zh: '{file} 有 {count} 个问题；没有部署任何内容',
  },
  scaled: {
    en: 'revision {revision:number}: {components}, run {run:number}',
    zh: '修订版 {revision}：{components}，运行 {run}',
  },
  scaledTo: { en: '{component} to {count:number}', zh: '{component} 调整为 {count}' },
  restarting: { en: 'restart of {components}, run {run:number}', zh: '重启 {components}，运行 {run}' },
  allComponents: { en: 'all components', zh: '所有组件' },
  backTo: { en: 'back to revision {revision:number}', zh: '回到修订版 {revision}' },
  backToDelivered: {
    en: 'back to revision {revision:number}, the last that was delivered (run {run:number})',
    zh: '回到最近一次交付成功的修订版 {revision}（运行 {run}）',
  },
  currentIs: { en: 'revision {revision:number} is {state}', zh: '修订版 {revision}：{state}' },
  willGoBack: {
    en: '{name} will go from revision {current:number} back to {target:message}.',
    zh: '{name} 将从修订版 {current} 回滚到{target}。',
  },
  revisionOf: { en: 'revision {revision:number}', zh: '修订版 {revision}' },
  wentBack: {
    en: 'revision {revision:number} (content of {restored:number}), run {run:number}',
    zh: '修订版 {revision}（内容同 {restored}），运行 {run}',
  },
  willBeDeleted: {
    en: '{name} in namespace {namespace} will be deleted, without the data of its volumes.',
    zh: '命名空间 {namespace} 中的 {name} 将被删除，卷中的数据保留。',
  },
  willBeDeletedWithData: {
    en: '{name} in namespace {namespace} will be deleted, with the data of its volumes.',
    zh: '命名空间 {namespace} 中的 {name} 将被删除，连同卷中的数据。',
  },
  willBeCleared: {
    en: 'What {name} has in namespace {namespace} will be deleted, without the data of its volumes.',
    zh: '{name} 在命名空间 {namespace} 中的内容将被删除，卷中的数据保留。',
  },
  willBeClearedWithData: {
    en: 'What {name} has in namespace {namespace} will be deleted, with the data of its volumes.',
    zh: '{name} 在命名空间 {namespace} 中的内容将被删除，连同卷中的数据。',
  },
  beingDeleted: { en: 'is being deleted, run {run:number}', zh: '正在删除，运行 {run}' },
  volumesKept: {
    en: 'volumes are kept; kubemin get pvc {namespace} shows them',
    zh: '卷已保留；kubemin get pvc {namespace} 可查看',
  },
  heading: { en: '{name} ({namespace}) revision {revision:number}', zh: '{name}({namespace})修订版 {revision}' },
  lastRun: { en: 'run {run:number} {state}', zh: '运行 {run} {state}' },
  neverRun: { en: 'never run', zh: '从未运行' },
});
