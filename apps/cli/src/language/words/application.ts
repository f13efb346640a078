import { defineWords } from '../catalogue.ts';

/** About applications, and what is done to them. */
export const applicationWords = defineWords({
  en: {
    noneYet: 'no applications yet; kubemin deploy FILE brings the first',
    notFound: (name: string) => `there is no application ${name}`,
    nothingDeployed: 'nothing is deployed yet: kubemin deploy FILE',
    thereAre: (names: string) => `there are: ${names}`,
    ambiguous: (name: string, places: string) => `several applications are named ${name}: ${places}`,
    place: (id: string, project: string, namespace: string, cluster: string) =>
      `${id} (${project || 'no project'}, ${namespace}, cluster ${cluster})`,
    giveId: 'give the id instead of the name',
    stored: (revision: number, outcome: string, run: number) => `revision ${revision} (${outcome}), run ${run}`,
    created: 'created',
    updated: 'updated',
    unchanged: 'unchanged',
    removedByRun: (components: string) => `no longer part of it, and removed by this run: ${components}`,
    hasProblems: (file: string, count: number) =>
      `${file} has ${count === 1 ? 'one problem' : `${count} problems`}; nothing was deployed`,
    scaled: (revision: number, components: string, run: number) => `revision ${revision}: ${components}, run ${run}`,
    scaledTo: (component: string, count: number) => `${component} to ${count}`,
    restarting: (components: string, run: number) => `restart of ${components}, run ${run}`,
    allComponents: 'all components',
    backTo: (revision: number) => `back to revision ${revision}`,
    willGoBack: (name: string, current: number, target: string) =>
      `${name} will go from revision ${current} back to ${target}.`,
    revisionOf: (revision: number) => `revision ${revision}`,
    wentBack: (revision: number, restored: number, run: number) =>
      `revision ${revision} (content of ${restored}), run ${run}`,
    willBeDeleted: (name: string, namespace: string) =>
      `${name} in namespace ${namespace} will be deleted, without the data of its volumes.`,
    willBeDeletedWithData: (name: string, namespace: string) =>
      `${name} in namespace ${namespace} will be deleted, with the data of its volumes.`,
    willBeCleared: (name: string, namespace: string) =>
      `What ${name} has in namespace ${namespace} will be deleted, without the data of its volumes.`,
    willBeClearedWithData: (name: string, namespace: string) =>
      `What ${name} has in namespace ${namespace} will be deleted, with the data of its volumes.`,
    beingDeleted: (run: number) => `is being deleted, run ${run}`,
    volumesKept: (namespace: string) => `volumes are kept; kubemin get pvc ${namespace} shows them`,
    heading: (name: string, namespace: string, revision: number) => `${name} (${namespace}) revision ${revision}`,
    lastRun: (run: number, state: string) => `run ${run} ${state}`,
    neverRun: 'never run',
  },
  zh: {
    noneYet: '还没有应用；kubemin deploy FILE 部署第一个',
    notFound: (name) => `没有应用 ${name}`,
    nothingDeployed: '还没有部署任何应用：kubemin deploy FILE',
    thereAre: (names) => `现有：${names}`,
    ambiguous: (name, places) => `有多个应用名为 ${name}：${places}`,
    place: (id, project, namespace, cluster) => `${id}（${project || '无项目'}，${namespace}，集群 ${cluster}）`,
    giveId: '请用 id 代替名称',
    stored: (revision, outcome, run) => `修订版 ${revision}(${outcome})，运行 ${run}`,
    created: '新建',
    updated: '更新',
    unchanged: '未变',
    removedByRun: (components) => `不再属于该应用，将由这次运行移除：${components}`,
    hasProblems: (file, count) => `${file} 有 ${count} 个问题；没有部署任何内容`,
    scaled: (revision, components, run) => `修订版 ${revision}：${components}，运行 ${run}`,
    scaledTo: (component, count) => `${component} 调整为 ${count}`,
    restarting: (components, run) => `重启 ${components}，运行 ${run}`,
    allComponents: '所有组件',
    backTo: (revision) => `回到修订版 ${revision}`,
    willGoBack: (name, current, target) => `${name} 将从修订版 ${current} 回滚到${target}。`,
    revisionOf: (revision) => `修订版 ${revision}`,
    wentBack: (revision, restored, run) => `修订版 ${revision}（内容同 ${restored}），运行 ${run}`,
    willBeDeleted: (name, namespace) => `命名空间 ${namespace} 中的 ${name} 将被删除，卷中的数据保留。`,
    willBeDeletedWithData: (name, namespace) => `命名空间 ${namespace} 中的 ${name} 将被删除，连同卷中的数据。`,
    willBeCleared: (name, namespace) => `${name} 在命名空间 ${namespace} 中的内容将被删除，卷中的数据保留。`,
    willBeClearedWithData: (name, namespace) => `${name} 在命名空间 ${namespace} 中的内容将被删除，连同卷中的数据。`,
    beingDeleted: (run) => `正在删除，运行 ${run}`,
    volumesKept: (namespace) => `卷已保留；kubemin get pvc ${namespace} 可查看`,
    heading: (name, namespace, revision) => `${name}(${namespace})修订版 ${revision}`,
    lastRun: (run, state) => `运行 ${run} ${state}`,
    neverRun: '从未运行',
  },
});
