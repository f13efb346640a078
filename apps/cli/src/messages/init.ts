import { defineMessages } from '@kubemin/base/message';

/** What `kubemin init` says beside its questions. */
export const initMessages = defineMessages('cli.init', {
  resume: { en: 'Go on where you stopped?', zh: '从上次停下的地方继续？' },
  next: { en: 'Next', zh: '下一步' },
  deployNow: { en: 'Deploy now', zh: '立即部署' },
  justSave: { en: 'Just save', zh: '仅保存' },
  stopped: {
    en: 'stopped; your answers are kept in {draft} (secrets excepted)',
    zh: '已停止；回答保存在 {draft}（密钥除外）',
  },
  goOn: { en: 'kubemin init goes on from there', zh: '再次运行 kubemin init 即可继续' },
  valid: { en: 'valid', zh: '有效' },
  validWithWarnings: { en: 'valid (0 errors, {warnings:warning|warnings})', zh: '有效（0 个错误，{warnings} 个警告）' },
  wrote: { en: 'wrote {file}', zh: '已写入 {file}' },
  holdsSecrets: {
    en: '{file} holds secrets in plain text: keep it out of version control',
    zh: '{file} 以明文保存密钥，请勿提交到版本库',
  },
  invalid: {
    en: 'the answers make no valid application: {errors:number} errors; nothing was written',
    zh: '这些回答不构成有效的应用：{errors} 个错误；未写入任何内容',
  },
  replaces: { en: '{file} is there already and would be replaced.', zh: '{file} 已存在，将被替换。' },
  missing: { en: 'nobody answered: {question}', zh: '没有人回答：{question}' },
  giveFlag: { en: 'give it with {flag}', zh: '请用 {flag} 给出' },
  refused: { en: '{flag}: {problem}', zh: '{flag}：{problem}' },
  refusedHint: {
    en: 'give {flag} another value, or leave it out where you can be asked',
    zh: '请为 {flag} 给出其他值，或在可以回答提问时省略它',
  },
  unused: { en: 'nothing asks for: {answers}', zh: '没有问题需要：{answers}' },
  unusedHint: {
    en: 'check the spelling; kubemin init --help shows how answers are named',
    zh: '请检查拼写；kubemin init --help 说明回答如何命名',
  },
  notASetting: { en: '--set {text} gives no answer', zh: '--set {text} 没有给出回答' },
  setHint: {
    en: 'write --set NAME=VALUE, such as --set component.2.image=mysql:8.4',
    zh: '请写成 --set 名称=值，例如 --set component.2.image=mysql:8.4',
  },
  answersUnreadable: {
    en: 'the answers in {file} cannot be read: {why:message}',
    zh: '无法读取 {file} 中的回答：{why}',
  },
  answersHint: {
    en: 'give a JSON or YAML file with answers by name, as .kubemin/draft.json has them',
    zh: '请给出 JSON 或 YAML 文件，按名称列出回答，与 .kubemin/draft.json 相同',
  },
  startUnreadable: { en: 'cannot begin with {start}: {why:message}', zh: '无法以 {start} 为起点：{why}' },
  startHint: {
    en: 'give template:ID, a compose, Score, Kubernetes or KubeMin file, a Dockerfile, or an image',
    zh: '请给出 template:ID、compose/Score/Kubernetes/KubeMin 文件、Dockerfile 或镜像',
  },
  notUsed: { en: '{file} is not used: {why:message}', zh: '未使用 {file}：{why}' },
  notCarried: { en: 'not carried over: {what}: {why:message}', zh: '未能带入：{what}：{why}' },
});
