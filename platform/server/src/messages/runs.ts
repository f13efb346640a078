import { defineMessages } from '@kubemin/base/message';

/** Runs, operations, workflows and plans. */
export const runMessages = defineMessages('server.run', {
  notFound: { en: 'run "{run}" not found', zh: '没有运行“{run}”' },
  otherApplication: {
    en: 'run "{run}" is not a run of application "{app}"',
    zh: '运行“{run}”不属于应用“{app}”',
  },
  logNotFound: {
    en: 'no log is stored of job "{job}" of run {run:number}',
    zh: '没有保存运行 {run} 中任务“{job}”的日志',
  },
  cleanUpSuperseded: {
    en: 'what run {run:number} created cannot be removed: run {newest:number} follows it and may need it; cancel that run, or cancel without cleaning up',
    zh: '无法删除运行 {run} 所创建的内容：其后的运行 {newest} 可能需要它们；请先取消那次运行，或取消而不清理',
  },
  cancelledByDeletion: {
    en: 'the application is being deleted by {user}',
    zh: '应用正由 {user} 删除',
  },
  nothingToRollBack: {
    en: 'no other revision of application "{app}" has been delivered; name a revision',
    zh: '应用“{app}”没有交付过其他修订版；请指定一个',
  },
  operationRefused: {
    en: '{operation} of application "{app}" is not possible: {problem:message}{more?}',
    zh: '无法对应用“{app}”执行 {operation}：{problem}{more?}',
  },
  waitTooLong: {
    en: 'wait: at most {longest} ({setting}); nothing was started',
    zh: 'wait：最长 {longest}（{setting}）；没有启动任何运行',
  },
  tooManyWaits: {
    en: 'too many requests of this caller wait for runs; nothing was started',
    zh: '该调用者等待运行结束的请求过多；没有启动任何运行',
  },
  notStarted: { en: 'not started: the run ended before', zh: '未开始：运行在此之前已结束' },
  newApplication: {
    en: 'the application is not stored yet: its objects are shown with an id of zeros, and get names and labels with its own id',
    zh: '应用尚未保存：其对象以全零的 id 显示，实际的名称和标签将使用应用自己的 id',
  },
});

/** Workflows of applications. */
export const workflowMessages = defineMessages('server.workflow', {
  idNotFound: { en: 'workflow "{workflow}" not found', zh: '没有工作流“{workflow}”' },
  notFound: {
    en: 'application "{app}" has no workflow "{workflow}"',
    zh: '应用“{app}”没有工作流“{workflow}”',
  },
  empty: {
    en: 'the workflow of application "{app}" has no steps to run',
    zh: '应用“{app}”的工作流没有可运行的步骤',
  },
  own: {
    en: 'application "{app}" is delivered by workflow "{workflow}"; replace its steps instead',
    zh: '应用“{app}”由工作流“{workflow}”交付；请改为替换其步骤',
  },
  invalid: { en: 'invalid workflow{problem?}', zh: '工作流无效{problem?}' },
  detail: { en: ': {path}: {problem:message}', zh: '：{path}：{problem}' },
  stepRequired: { en: 'a workflow needs at least one step', zh: '工作流至少需要一个步骤' },
  addStep: { en: 'add a step with the components that it deploys', zh: '请添加一个步骤，并列出要部署的组件' },
});

/** New versions of applications. */
export const versionMessages = defineMessages('server.version', {
  nothingToDecide: {
    en: 'no update of application "{app}" waits for a decision',
    zh: '应用“{app}”没有等待决定的更新',
  },
  nothingToUpdate: {
    en: 'the version changes no component of application "{app}"',
    zh: '该版本没有改动应用“{app}”的任何组件',
  },
  unknownAction: {
    en: 'unknown action "{action}"; use one of: {actions:list}',
    zh: '未知操作“{action}”；请使用其中之一：{actions}',
  },
  namedTwice: { en: 'component "{component}" is listed twice', zh: '组件“{component}”写了两次' },
  componentExists: {
    en: 'component "{component}" already exists; update it instead',
    zh: '已有组件“{component}”；请改为更新',
  },
  componentNotFound: {
    en: 'the application has no component "{component}"',
    zh: '应用中没有组件“{component}”',
  },
  typeRequired: {
    en: 'component "{component}" is added and needs a type',
    zh: '添加组件“{component}”需要类型',
  },
  unknownStrategy: {
    en: 'unknown update strategy "{strategy}"; use one of: {strategies:list}',
    zh: '未知更新策略“{strategy}”；请使用其中之一：{strategies}',
  },
  strategyMismatch: {
    en: 'the update strategy {strategy} does not fit: {path}: {problem:message}',
    zh: '更新策略 {strategy} 不适用：{path}：{problem}',
  },
});
