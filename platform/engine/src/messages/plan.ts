import { defineMessages } from '@kubemin/base/message';

/** Why a workflow cannot be planned or an operation cannot be done, and what updates in phases ask. */
export const planMessages = defineMessages('engine.plan', {
  at: { en: '{path}: {problem:message}', zh: '{path}：{problem}' },
  refusedByPlatform: {
    en: 'refused by the platform, nothing was changed: {reasons:list}',
    zh: '平台拒绝执行，未做任何更改：{reasons}',
  },
  componentShortage: { en: 'component "{component}": {shortage:message}', zh: '组件“{component}”：{shortage}' },
  circle: {
    en: 'components depend on each other in a circle: {components}; remove one dependsOn',
    zh: '组件循环依赖：{components}；请删除其中一个 dependsOn',
  },
  dependencyUnknown: {
    en: '"{component}" depends on "{dependency}", which is not a component of the application',
    zh: '“{component}”依赖“{dependency}”，而后者不是该应用的组件',
  },
  renderedTwice: { en: 'renders {name} twice: {key}', zh: '重复生成 {name}：{key}' },
  deliveredLater: {
    en: 'delivers "{component}", which depends on "{dependency}", but that is only delivered by {step}; move "{dependency}" to this step or an earlier one',
    zh: '交付“{component}”，它依赖“{dependency}”，而后者由 {step} 才交付；请将“{dependency}”移到此步骤或更早的步骤',
  },
  conditionInvalid: { en: 'invalid condition "{condition}": {reason:message}', zh: '条件“{condition}”无效：{reason}' },
  componentsAndSubSteps: {
    en: 'has both components and subSteps; move the components into a sub step',
    zh: '同时有 components 和 subSteps；请将组件移到子步骤中',
  },
  stepWithoutComponents: {
    en: 'step "{step}" names no components, and no component is called "{step}"',
    zh: '步骤“{step}”未指定组件，也没有组件名为“{step}”',
  },
  componentUnknown: {
    en: 'component "{component}" does not exist; the application has: {components:list}',
    zh: '没有组件“{component}”；该应用有：{components}',
  },
  stepTypeUnknown: {
    en: 'step type "{type}" does not exist; use one of: {types:list}',
    zh: '没有步骤类型“{type}”；请使用其中之一：{types}',
  },
  stepTypeTwice: {
    en: 'another step type is called "{type}"; choose another name',
    zh: '已有步骤类型名为“{type}”；请另选名称',
  },
  jobTypeUnknown: {
    en: 'job type "{type}" does not exist; register it with createEngine({{ jobTypes }})',
    zh: '没有任务类型“{type}”；请用 createEngine({{ jobTypes }}) 注册它',
  },
  jobTypeTwice: {
    en: 'two job types are called "{type}"; each name and each kind belongs to one job type',
    zh: '有两个任务类型名为“{type}”；每个名称和每个 kind 只能属于一个任务类型',
  },
  kindTwice: {
    en: '"{first}" and "{second}" both deliver {kind}; each name and each kind belongs to one job type',
    zh: '“{first}”和“{second}”都交付 {kind}；每个名称和每个 kind 只能属于一个任务类型',
  },
  kindUnknown: {
    en: 'no job type delivers {kind} "{name}"; register one whose kinds include {kind}',
    zh: '没有任务类型交付 {kind} “{name}”；请注册 kinds 中含 {kind} 的任务类型',
  },
  clusterUnknown: {
    en: 'cluster "{cluster}" does not exist; register it, or name another one',
    zh: '没有集群“{cluster}”；请注册它，或使用另一个集群',
  },
  pauseQuestion: {
    en: '{component}: The update goes on in {seconds:number} s. Go on now, or back?',
    zh: '{component}：更新将在 {seconds} 秒后继续。现在继续，还是回退？',
  },
  phaseQuestion: { en: '{component}: {question:message}', zh: '{component}：{question}' },
  autoscaled: {
    en: '"{component}" is scaled by its autoscaling trait, which would undo any other number.',
    zh: '“{component}”由 autoscaling 特征伸缩，其他副本数会被它还原。',
  },
  fixAutoscaled: {
    en: 'Change "min" and "max" of the trait, or remove it, and deploy.',
    zh: '请修改该特征的“min”和“max”，或删除它，然后部署。',
  },
  notScalable: {
    en: '"{component}" is a {type}, which has no number of copies.',
    zh: '“{component}”是 {type} 组件，没有副本数。',
  },
  notRestartable: {
    en: '"{component}" is a {type}, which has no pods that keep running.',
    zh: '“{component}”是 {type} 组件，没有持续运行的 Pod。',
  },
  fixLeaveOut: { en: 'Leave it out.', zh: '请去掉它。' },
  nothingRestartable: {
    en: 'No component of the application has pods that keep running.',
    zh: '该应用没有组件具有持续运行的 Pod。',
  },
  fixDeployAgain: { en: 'Deploy it again to run its jobs again.', zh: '请重新部署以再次运行其 Job。' },
  componentMissing: {
    en: 'The application has no component "{component}".',
    zh: '该应用没有组件“{component}”。',
  },
  fixNoComponents: { en: 'It has no components.', zh: '它没有组件。' },
  fixComponents: { en: 'It has: {components:list}.', zh: '它有：{components}。' },
  operationRefused: {
    en: 'cannot {operation} the application: {problems:list}',
    zh: '无法对该应用执行 {operation}：{problems}',
  },
  operationProblem: { en: '{problem:message} {fix:message}', zh: '{problem}{fix}' },
  nothingToScale: {
    en: 'no run of this application has completed, so there is nothing to scale; deploy it first',
    zh: '该应用还没有完成过的运行，没有可伸缩的内容；请先部署',
  },
  undoSuperseded: {
    en: 'what run {run} created is not removed: the application has had another run since ({later:message}); remove the components that are not needed from the document, and deploy it',
    zh: '不会删除运行 {run} 所创建的内容：该应用之后又有了运行（{later}）；请从文档中删除不需要的组件，然后部署',
  },
  unknownRun: { en: 'unknown', zh: '未知' },
});

/** What previews of runs show. */
export const previewMessages = defineMessages('engine.preview', {
  clusterUnreachable: {
    en: 'The cluster cannot be reached: what the run would change or remove there is not known.',
    zh: '无法连接集群：不知道运行会在其中更改或删除什么。',
  },
  runsInTurn: { en: 'runs in its turn', zh: '轮到它时运行' },
  notReached: { en: 'the cluster cannot be reached', zh: '无法连接集群' },
  notReachedBecause: { en: 'the cluster cannot be reached: {reason:message}', zh: '无法连接集群：{reason}' },
  notSupported: { en: 'jobs of this type have no preview', zh: '此类型的任务无法预览' },
  wouldWait: { en: 'waits for another application', zh: '等待另一个应用' },
});
