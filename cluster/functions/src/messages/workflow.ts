import { defineMessages } from '@kubemin/base/message';

/** What is wrong with a workflow. */
export const workflowMessages = defineMessages('functions.workflow', {
  schema: { en: '{reason}', zh: '{reason}' },
  duplicateNode: {
    en: 'there is another node "{node}"; names are unique in a workflow',
    zh: '已有另一个节点“{node}”；节点名称在工作流中必须唯一',
  },
  unknownNode: {
    en: 'there is no node "{node}"{hint?}',
    zh: '没有节点“{node}”{hint?}',
  },
  didYouMean: { en: '; did you mean "{node}"?', zh: '；是否想写“{node}”？' },
  unreachable: {
    en: 'no path leads from the start node to "{node}"',
    zh: '从起始节点没有路径到达“{node}”',
  },
  endlessCycle: {
    en: 'the nodes {nodes:list} form a cycle that never ends; add a fork that leaves it',
    zh: '节点 {nodes} 构成一个永不结束的循环；请添加能离开循环的 fork',
  },
  boundedCycle: {
    en: 'the nodes {nodes:list} form a cycle; a run fails after {steps:number} steps',
    zh: '节点 {nodes} 构成循环；运行超过 {steps} 步即失败',
  },
  blockMissing: {
    en: 'a node of type {type} needs the field "{type}"',
    zh: '类型为 {type} 的节点需要字段“{type}”',
  },
  blockUnused: {
    en: 'a node of type {type} cannot have the field "{field}"',
    zh: '类型为 {type} 的节点不能有字段“{field}”',
  },
  forkEmpty: { en: 'a fork needs at least one entry', zh: 'fork 至少需要一个条目' },
  forkWithoutDefault: {
    en: 'there is no entry with compareBy default: a run whose data matches no entry fails',
    zh: '没有 compareBy 为 default 的条目：数据不匹配任何条目时运行将失败',
  },
  forkEntryUnused: {
    en: 'the entry is never used: an entry before it has compareBy default',
    zh: '该条目永远不会使用：其前面的条目的 compareBy 为 default',
  },
  unknownComparison: {
    en: '"{name}" is not a comparison; use one of: {known:list}',
    zh: '“{name}”不是比较方式；请使用其中之一：{known}',
  },
  variableMissing: { en: '{name} needs a variable', zh: '{name} 需要 variable' },
  compareToMissing: { en: '{name} needs compareTo', zh: '{name} 需要 compareTo' },
  compareToNotNumber: {
    en: '{name} compares numbers, and "{value}" is not a number',
    zh: '{name} 比较数字，而“{value}”不是数字',
  },
  compareToNotPattern: {
    en: '"{value}" is not a regular expression (RE2 syntax)',
    zh: '“{value}”不是正则表达式（RE2 语法）',
  },
  compareToNotBoolean: {
    en: 'Exists compares with "true" or "false", not with "{value}"',
    zh: 'Exists 只能与“true”或“false”比较，而不是“{value}”',
  },
  mergeNotMerge: {
    en: 'the node "{node}" is of type {type}; branches end at a node of type merge',
    zh: '节点“{node}”的类型为 {type}；分支必须结束于类型为 merge 的节点',
  },
  mergeShared: {
    en: 'the merge node "{node}" belongs to the parallel node "{parallel}" already',
    zh: 'merge 节点“{node}”已属于 parallel 节点“{parallel}”',
  },
  mergeWithoutParallel: {
    en: 'no parallel node names the merge node "{node}"',
    zh: '没有 parallel 节点指定 merge 节点“{node}”',
  },
  mergeFromOutside: {
    en: 'the merge node "{node}" is also reached from outside the branches of "{parallel}"',
    zh: 'merge 节点“{node}”也可从“{parallel}”的分支之外到达',
  },
  branchTwice: { en: 'the branch "{node}" is listed twice', zh: '分支“{node}”重复列出' },
  sharedByBranches: {
    en: 'the node "{node}" is reached from two branches of "{parallel}"; only the merge node may be',
    zh: '节点“{node}”可从“{parallel}”的两个分支到达；只有 merge 节点可以',
  },
  branchLeaves: {
    en: 'the node "{node}" is reached from a branch of "{parallel}" and from outside of it',
    zh: '节点“{node}”既可从“{parallel}”的分支内也可从其外部到达',
  },
  resultKeyWithoutWait: {
    en: 'resultKey needs wait: true; without it the result is not awaited',
    zh: 'resultKey 需要 wait: true；否则不会等待结果',
  },
  inheritedOverwritten: {
    en: 'the argument "{key}" overwrites the inherited one',
    zh: '参数“{key}”会覆盖继承的同名参数',
  },
  callsItself: {
    en: 'the workflow calls itself; after {depth:number} nested calls a run fails',
    zh: '工作流调用了自身；嵌套调用超过 {depth} 层后运行失败',
  },
  unknownFunction: { en: 'there is no function "{name}" yet', zh: '尚无函数“{name}”' },
  unknownWorkflow: { en: 'there is no workflow "{name}" yet', zh: '尚无工作流“{name}”' },
  sameOnError: {
    en: 'onError leads back to the node itself; use retry',
    zh: 'onError 指回节点自身；请使用 retry',
  },
});
