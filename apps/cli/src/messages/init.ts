import { defineMessages } from '@kubemin/base/message';

/** Messages of `kubemin init` beside its questions. */
export const initMessages = defineMessages('cli.init', {
  resume: { en: 'Resume the saved draft?', zh: '继续上次的草稿？' },
  next: { en: 'Next', zh: '下一步' },
  deployNow: { en: 'Deploy now', zh: '立即部署' },
  justSave: { en: 'Just save', zh: '仅保存' },
  stopped: {
    en: 'stopped; your answers are saved in {draft} (without secrets)',
    zh: '已停止；回答保存在 {draft}（密钥除外）',
  },
  goOn: { en: 'run kubemin init to resume', zh: '再次运行 kubemin init 即可继续' },
  valid: { en: 'valid', zh: '有效' },
  validWithWarnings: { en: 'valid (0 errors, {warnings:warning|warnings})', zh: '有效（0 个错误，{warnings} 个警告）' },
  wrote: { en: 'wrote {file}', zh: '已写入 {file}' },
  holdsSecrets: {
    en: '{file} contains secrets in plain text: do not commit it to version control',
    zh: '{file} 以明文保存密钥，请勿提交到版本库',
  },
  invalid: {
    en: 'the answers do not make a valid application: {errors:error|errors}; nothing was written',
    zh: '这些回答不构成有效的应用：{errors} 个错误；未写入任何内容',
  },
  replaces: { en: '{file} already exists and will be replaced.', zh: '{file} 已存在，将被替换。' },
  missing: { en: 'missing answer: {question}', zh: '缺少回答：{question}' },
  giveFlag: { en: 'pass it with {flag}', zh: '请用 {flag} 给出' },
  refused: { en: '{flag}: {problem}', zh: '{flag}：{problem}' },
  refusedHint: {
    en: 'pass another value for {flag}, or omit it to be asked',
    zh: '请为 {flag} 给出其他值，或省略它以便提问',
  },
  unused: { en: 'unknown answers: {answers}', zh: '未知的回答：{answers}' },
  unusedHint: {
    en: 'check the spelling; kubemin init --help shows how answers are named',
    zh: '请检查拼写；kubemin init --help 说明回答如何命名',
  },
  notASetting: { en: 'invalid value for --set: {text}', zh: '--set 的值无效：{text}' },
  setHint: {
    en: 'write --set NAME=VALUE, such as --set component.2.image=mysql:8.4',
    zh: '请写成 --set 名称=值，例如 --set component.2.image=mysql:8.4',
  },
  noAnswers: { en: 'it contains no answers by name', zh: '其中没有按名称给出的回答' },
  answersUnreadable: {
    en: 'the answers in {file} cannot be read: {why:message}',
    zh: '无法读取 {file} 中的回答：{why}',
  },
  answersHint: {
    en: 'pass a JSON or YAML file with answers by name, in the form of .kubemin/draft.json',
    zh: '请给出 JSON 或 YAML 文件，按名称列出回答，与 .kubemin/draft.json 相同',
  },
  startUnreadable: { en: 'cannot start from {start}: {why:message}', zh: '无法以 {start} 为起点：{why}' },
  startHint: {
    en: 'pass template:ID, a compose, Score, Kubernetes or KubeMin file, a Dockerfile, or an image',
    zh: '请给出 template:ID、compose/Score/Kubernetes/KubeMin 文件、Dockerfile 或镜像',
  },
  notUsed: { en: '{file} is not used: {why:message}', zh: '未使用 {file}：{why}' },
  notCarried: { en: 'not converted: {what}: {why:message}', zh: '未转换：{what}：{why}' },
});

/** Messages of the wizard beside those of the model. */
export const wizardMessages = defineMessages('cli.wizard', {
  appName: { en: 'App name', zh: '应用名称' },
  found: { en: 'Found {files}: use as a start?', zh: '发现 {files}，以此为起点？' },
  component: { en: 'Component {number:number} · {field}', zh: '组件 {number} · {field}' },
  traitsOf: { en: 'Traits for {component}', zh: '{component} 的特征' },
  moreOf: { en: '{what} · more settings', zh: '{what} · 更多设置' },
  whichOf: { en: '{what} · which one', zh: '{what} · 选择一种' },
  anotherOf: { en: '{what} · another?', zh: '{what} · 再加一个？' },
  addOf: { en: '{what} · add one?', zh: '{what} · 添加？' },
  anotherComponent: { en: 'Another component?', zh: '再加一个组件？' },
  emptyEnds: { en: 'Leave empty to finish.', zh: '没有更多时留空。' },
  listHelp: { en: 'Separate with commas or spaces.', zh: '用逗号或空格分隔。' },
  notAPair: { en: 'Write KEY=VALUE.', zh: '请写成 键=值。' },
  keyOf: { en: '{what} · key', zh: '{what} · 键' },
  valueOf: { en: 'Value of {key}', zh: '{key} 的值' },
  deployOrder: { en: 'Deploy order (from references): {order}', zh: '部署顺序（根据引用）：{order}' },
  accept: { en: 'Accept', zh: '接受' },
  edit: { en: 'Edit', zh: '修改' },
  parallel: { en: 'All parallel', zh: '全部并行' },
  order: { en: 'Order', zh: '顺序' },
  orderHelp: {
    en: 'Steps separated by commas; + joins components that start together.',
    zh: '步骤之间用逗号分隔，同时启动的组件用 + 连接。',
  },
  orderMissing: { en: 'Not in the order yet: {components}.', zh: '顺序中还缺少：{components}。' },
  orderTwice: { en: '"{component}" is in the order twice.', zh: '“{component}”在顺序中出现了两次。' },
  orderUnknown: { en: 'No component named "{name}".', zh: '没有名为“{name}”的组件。' },
});
