import { defineMessages } from '@kubemin/base/message';

/** About applications, and what is done to them. */
export const applicationMessages = defineMessages('cli.application', {
  noneYet: {
    en: 'no applications yet; deploy one: kubemin deploy FILE',
    zh: '还没有应用；请部署一个：kubemin deploy FILE',
  },
  notFound: { en: 'application {name} not found', zh: '没有应用 {name}' },
  nothingDeployed: {
    en: 'no applications deployed yet; deploy one: kubemin deploy FILE',
    zh: '还没有部署任何应用；请部署一个：kubemin deploy FILE',
  },
  thereAre: { en: 'available: {names}', zh: '现有：{names}' },
  ambiguous: { en: 'several applications are named {name}: {places:list}', zh: '有多个应用名为 {name}：{places}' },
  place: {
    en: '{id} ({project}, {namespace}, cluster {cluster})',
    zh: '{id}（{project}，{namespace}，集群 {cluster}）',
  },
  giveId: { en: 'use the id instead of the name', zh: '请用 id 代替名称' },
  stored: {
    en: 'revision {revision:number} ({outcome}), run {run:number}',
    zh: '修订版 {revision}({outcome})，运行 {run}',
  },
  twoFiles: { en: 'two documents given: {one} and {other}', zh: '给出了两个文档：{one} 和 {other}' },
  oneFile: { en: 'deploy them one after the other', zh: '请逐个部署' },
  created: { en: 'created', zh: '新建' },
  updated: { en: 'updated', zh: '更新' },
  unchanged: { en: 'unchanged', zh: '未变' },
  removedByRun: {
    en: 'removed from the application, deleted by this run: {components}',
    zh: '已从应用中移除，由这次运行删除：{components}',
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
  backTo: { en: 'rolls back to revision {revision:number}', zh: '将回滚到修订版 {revision}' },
  backToDelivered: {
    en: 'rolls back to revision {revision:number}, the last one delivered (run {run:number})',
    zh: '将回滚到最近一次交付成功的修订版 {revision}（运行 {run}）',
  },
  currentIs: { en: 'revision {revision:number} is {state}', zh: '修订版 {revision}：{state}' },
  willGoBack: {
    en: '{name} will be rolled back from revision {current:number} to {target:message}.',
    zh: '{name} 将从修订版 {current} 回滚到{target}。',
  },
  revisionOf: { en: 'revision {revision:number}', zh: '修订版 {revision}' },
  wentBack: {
    en: 'revision {revision:number} (content of {restored:number}), run {run:number}',
    zh: '修订版 {revision}（内容同 {restored}），运行 {run}',
  },
  willBeDeleted: {
    en: '{name} in namespace {namespace} will be deleted; its volumes are kept.',
    zh: '命名空间 {namespace} 中的 {name} 将被删除，卷中的数据保留。',
  },
  willBeDeletedWithData: {
    en: '{name} in namespace {namespace} will be deleted, including its volumes and their data.',
    zh: '命名空间 {namespace} 中的 {name} 将被删除，连同卷中的数据。',
  },
  willBeCleared: {
    en: 'The objects of {name} in namespace {namespace} will be deleted; its volumes are kept.',
    zh: '{name} 在命名空间 {namespace} 中的对象将被删除，卷中的数据保留。',
  },
  willBeClearedWithData: {
    en: 'The objects of {name} in namespace {namespace} will be deleted, including its volumes and their data.',
    zh: '{name} 在命名空间 {namespace} 中的对象将被删除，连同卷中的数据。',
  },
  beingDeleted: { en: 'deleting, run {run:number}', zh: '正在删除，运行 {run}' },
  volumesKept: {
    en: 'volumes are kept; list them with kubemin get pvc {namespace}',
    zh: '卷已保留；kubemin get pvc {namespace} 可查看',
  },
  heading: { en: '{name} ({namespace}) revision {revision:number}', zh: '{name}({namespace})修订版 {revision}' },
  lastRun: { en: 'run {run:number} {state}', zh: '运行 {run} {state}' },
  neverRun: { en: 'never run', zh: '从未运行' },
});

/** About revisions of applications. */
export const revisionMessages = defineMessages('cli.revision', {
  currentAnd: { en: 'current, {state}', zh: '当前，{state}' },
  inRun: { en: '{state} (run {run:number})', zh: '{state}（运行 {run}）' },
  goesBack: { en: 'content of revision {revision:number}', zh: '内容同修订版 {revision}' },
  heading: { en: '{name} revision {revision:number}, {facts:message}', zh: '{name} 修订版 {revision}，{facts}' },
  currentHeading: {
    en: '{name} revision {revision:number} (current), {facts:message}',
    zh: '{name} 修订版 {revision}（当前），{facts}',
  },
  facts: { en: 'version {version}, by {creator}, {at}', zh: '版本 {version}，操作者 {creator}，{at}' },
  same: {
    en: 'Revisions {from:number} and {to:number} have the same content.',
    zh: '修订版 {from} 与 {to} 内容相同。',
  },
  nothingBefore: { en: '{name} has no revision before 1', zh: '{name} 在修订版 1 之前没有别的修订版' },
  document: { en: 'document', zh: '文档' },
  objects: { en: 'objects', zh: '对象' },
});

/** What became of a revision. */
export const revisionStateMessages = defineMessages('cli.revisionState', {
  serving: { en: 'serving', zh: '提供服务' },
  delivered: { en: 'delivered', zh: '已交付' },
  failed: { en: 'failed', zh: '失败' },
  refused: { en: 'refused', zh: '已拒绝' },
  cancelled: { en: 'cancelled', zh: '已取消' },
  running: { en: 'in progress', zh: '进行中' },
  stored: { en: 'not deployed', zh: '未部署' },
});

/** Projects and the namespaces they are bound to. */
export const projectMessages = defineMessages('cli.project', {
  unnamed: { en: '(no name)', zh: '（未命名）' },
  notBound: { en: 'not bound', zh: '未绑定' },
  bound: {
    en: 'project {name} bound to {namespaces:list} in {clusters:list}',
    zh: '项目 {name} 已绑定 {clusters} 中的 {namespaces}',
  },
  unbound: {
    en: 'binding of project {name} removed; its applications and namespaces are kept',
    zh: '已解除项目 {name} 的绑定；其应用与命名空间保留',
  },
  namespaceRequired: { en: 'no namespace given', zh: '没有给出命名空间' },
  giveNamespace: {
    en: "name at least one: kubemin project bind {project} --namespace NAME, or a prefix --namespace 'NAME-*'",
    zh: "请至少给出一个：kubemin project bind {project} --namespace NAME，或前缀 --namespace 'NAME-*'",
  },
});
