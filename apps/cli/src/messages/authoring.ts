import { defineMessages } from '@kubemin/base/message';

/** About changing documents. */
export const authoringMessages = defineMessages('cli.authoring', {
  mendFirst: { en: '{name} has problems already', zh: '{name} 原本就有问题' },
  thenAgain: { en: 'mend them first (kubemin edit), then try again', zh: '请先修正（kubemin edit），然后重试' },
  notEditable: { en: '{name} cannot be changed in place: {why:message}', zh: '无法就地修改 {name}：{why}' },
  asYaml: {
    en: 'comments in JSON would be lost; keep the document as YAML instead',
    zh: 'JSON 中的注释会丢失；请改用 YAML 文档',
  },
  wouldBreak: {
    en: '{name} would not be valid any more, and was left as it is',
    zh: '{name} 会变得无效，因此保持原样',
  },
  addedComponent: { en: 'added component {name}', zh: '已添加组件 {name}' },
  addedTrait: { en: 'gave {component} the trait {trait}', zh: '已为 {component} 添加特征 {trait}' },
  addedStep: { en: 'added step {name}', zh: '已添加步骤 {name}' },
  toWhich: { en: 'Which component?', zh: '哪个组件？' },
  whichTrait: { en: 'Which trait?', zh: '哪个特征？' },
  stopped: { en: 'nothing was changed', zh: '没有任何改动' },
  noComponents: { en: 'the document has no component that runs something', zh: '文档中没有可运行的组件' },
  addOne: { en: 'add one: kubemin add component', zh: '请先添加：kubemin add component' },
  noTrait: { en: 'there is no trait {name}', zh: '没有特征 {name}' },
  allTraits: { en: 'kubemin schema -o table lists all', zh: 'kubemin schema -o table 列出全部' },
  hasTrait: { en: '{component} has the trait {trait} already', zh: '{component} 已有特征 {trait}' },
  editIt: { en: 'change it with kubemin edit', zh: '请用 kubemin edit 修改' },
  noEditor: { en: 'it is not said which editor to use', zh: '没有说明使用哪个编辑器' },
  setEditor: { en: 'set VISUAL or EDITOR, as in EDITOR=nano', zh: '请设置 VISUAL 或 EDITOR，如 EDITOR=nano' },
  editorFailed: { en: '{editor} ended with {how}', zh: '{editor} 以 {how} 结束' },
  nothingSaved: { en: 'nothing was saved', zh: '没有保存任何内容' },
  unchanged: { en: 'nothing was changed', zh: '没有任何改动' },
  keptIn: { en: 'what you wrote is in {file}', zh: '所写内容保存在 {file}' },
  thenSave: { en: 'mend it there, then: kubemin deploy {file}', zh: '在那里修正后：kubemin deploy {file}' },
  saved: { en: '{name}: revision {revision:number}', zh: '{name}：修订版 {revision}' },
  overtaken: { en: '{name} was changed by somebody else in the meantime', zh: '{name} 在此期间被他人修改' },
  mergeIt: {
    en: 'compare {file} with kubemin export {name} --format document, then edit again',
    zh: '请将 {file} 与 kubemin export {name} --format document 比较，然后再次编辑',
  },
  notRun: {
    en: 'stored, not delivered yet: kubemin diff {name} shows what delivering would change',
    zh: '已保存，尚未交付：kubemin diff {name} 可查看交付会带来的改动',
  },
  secretsMasked: { en: '# Values shown as ******** stay as they are.', zh: '# 显示为 ******** 的值保持不变。' },
});
