import { defineMessages } from '@kubemin/base/message';

/** About changing documents. */
export const authoringMessages = defineMessages('cli.authoring', {
  fixFirst: { en: '{name} is not valid', zh: '{name} 无效' },
  thenAgain: { en: 'fix the problems (kubemin edit), then try again', zh: '请先修正（kubemin edit），然后重试' },
  notEditable: { en: '{name} cannot be changed in place: {why:message}', zh: '无法就地修改 {name}：{why}' },
  asYaml: {
    en: 'comments in JSON would be lost; keep the document as YAML instead',
    zh: 'JSON 中的注释会丢失；请改用 YAML 文档',
  },
  wouldBreak: {
    en: 'the change would make {name} invalid; {name} was not changed',
    zh: '该改动会使 {name} 无效；{name} 未改动',
  },
  addedComponent: { en: 'added component {name}', zh: '已添加组件 {name}' },
  addedTrait: { en: 'added trait {trait} to {component}', zh: '已为 {component} 添加特征 {trait}' },
  addedStep: { en: 'added step {name}', zh: '已添加步骤 {name}' },
  toWhich: { en: 'Which component?', zh: '哪个组件？' },
  whichTrait: { en: 'Which trait?', zh: '哪个特征？' },
  stopped: { en: 'nothing was changed', zh: '没有任何改动' },
  noComponents: { en: 'the document has no component that runs a container', zh: '文档中没有运行容器的组件' },
  addOne: { en: 'add one: kubemin add component', zh: '请先添加：kubemin add component' },
  noTrait: { en: 'trait {name} not found', zh: '没有特征 {name}' },
  allTraits: { en: 'list them with kubemin schema -o table', zh: 'kubemin schema -o table 列出全部' },
  hasTrait: { en: '{component} already has the trait {trait}', zh: '{component} 已有特征 {trait}' },
  editIt: { en: 'change it with kubemin edit', zh: '请用 kubemin edit 修改' },
  noEditor: { en: 'no editor is set', zh: '没有设置编辑器' },
  setEditor: { en: 'set VISUAL or EDITOR, for example EDITOR=nano', zh: '请设置 VISUAL 或 EDITOR，如 EDITOR=nano' },
  editorFailed: { en: '{editor} exited with {how}', zh: '{editor} 以 {how} 结束' },
  nothingSaved: { en: 'nothing was saved', zh: '没有保存任何内容' },
  unchanged: { en: 'nothing was changed', zh: '没有任何改动' },
  keptIn: { en: 'your changes are saved in {file}', zh: '您的改动保存在 {file}' },
  thenSave: { en: 'fix that file, then: kubemin deploy {file}', zh: '修正该文件后：kubemin deploy {file}' },
  saved: { en: '{name}: revision {revision:number}', zh: '{name}：修订版 {revision}' },
  overtaken: { en: '{name} was changed by another user in the meantime', zh: '{name} 在此期间被他人修改' },
  mergeIt: {
    en: 'compare {file} with kubemin export {name} --format document, then edit again',
    zh: '请将 {file} 与 kubemin export {name} --format document 比较，然后再次编辑',
  },
  notRun: {
    en: 'stored, not delivered yet; see what would change: kubemin diff {name}',
    zh: '已保存，尚未交付；查看会有哪些改动：kubemin diff {name}',
  },
  secretsMasked: { en: '# Values shown as ******** are kept unchanged.', zh: '# 显示为 ******** 的值保持不变。' },
});
