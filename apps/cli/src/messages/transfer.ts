import { defineMessages } from '@kubemin/base/message';

/** About taking applications in and out. */
export const transferMessages = defineMessages('cli.transfer', {
  passphrase: { en: 'Passphrase', zh: '口令' },
  passphraseAgain: { en: 'The same once more', zh: '再输入一次' },
  passphraseHelp: {
    en: 'Whoever has it and the file has the secrets. Without it the file is of no use to anybody.',
    zh: '同时拥有口令与文件者即拥有其中的密文；没有口令，文件对任何人都无用。',
  },
  passphraseShort: { en: 'a passphrase has at least {least:number} characters', zh: '口令至少 {least} 个字符' },
  passphraseDiffers: {
    en: 'the two passphrases are not the same; nothing was exported',
    zh: '两次输入的口令不同；没有导出任何内容',
  },
  passphraseMissing: {
    en: 'a passphrase is needed, and nobody is there to be asked for one',
    zh: '需要口令，但无人可问',
  },
  passphraseGive: {
    en: 'write it into a file and give --passphrase-file FILE, or set KUBEMIN_PASSPHRASE',
    zh: '请写入文件并用 --passphrase-file FILE 指定，或设置 KUBEMIN_PASSPHRASE',
  },
  passphraseWrong: {
    en: '{file} does not open with this passphrase; nothing was imported',
    zh: '此口令无法打开 {file}；没有导入任何内容',
  },
  passphraseCheck: { en: 'give the passphrase it was exported with', zh: '请使用导出时的口令' },
  askedAgain: { en: 'run the command again', zh: '请重新运行命令' },
  whatToExport: { en: 'it is not said what to export', zh: '没有说明导出什么' },
  nameOrAll: { en: 'name applications, or give --all', zh: '请给出应用名称，或使用 --all' },
  oneOnly: { en: 'the format {format} holds one application', zh: '格式 {format} 只包含一个应用' },
  nameOne: { en: 'name one application', zh: '请只给出一个应用' },
  needsDirectory: { en: 'the format {format} is several files', zh: '格式 {format} 由多个文件组成' },
  giveDirectory: { en: 'name a directory with -f DIR', zh: '请用 -f DIR 指定目录' },
  notValid: {
    en: 'the document that is stored is not valid: {path}: {why:message}',
    zh: '已保存的文档无效：{path}：{why}',
  },
  mendAndDeploy: {
    en: 'mend it with kubemin edit APP, which stores a new revision; then export again',
    zh: '请用 kubemin edit APP 修正（会保存新的修订版），然后再次导出',
  },
  exported: {
    en: 'exported {applications:application|applications}, {profiles:profile|profiles}; keep file and passphrase apart',
    zh: '已导出 {applications} 个应用、{profiles} 个配置集；请把文件与口令分开保存',
  },
  secretsMasked: {
    en: 'secret values are not exported: fill them in before use; a bundle (--format bundle) has them, encrypted',
    zh: '未导出密文：使用前请填写；加密包（--format bundle）会带上它们',
  },
  imported: {
    en: 'imported {created:number}, here already {unchanged:number}',
    zh: '已导入 {created} 个，已存在 {unchanged} 个',
  },
  notDelivered: {
    en: 'nothing is in the cluster yet: import with --deploy, or start a run of each',
    zh: '集群中尚无内容：导入时加 --deploy，或为每个应用启动一次运行',
  },
  isDocument: { en: '{file} is an application document already', zh: '{file} 已经是应用文档' },
  deployIt: { en: 'deploy it: kubemin deploy {file}', zh: '直接部署：kubemin deploy {file}' },
  notReadable: { en: '{file} cannot be converted: {why:list}', zh: '无法转换 {file}：{why}' },
  readable: {
    en: 'read are Docker Compose, Score, Kubernetes manifests, Minik8s and bundles of kubemin export',
    zh: '可读取 Docker Compose、Score、Kubernetes 清单、Minik8s 以及 kubemin export 的加密包',
  },
  convertedFrom: { en: '{format} → {file}', zh: '{format} → {file}' },
  dropped: { en: 'dropped', zh: '已舍弃' },
  changed: { en: 'changed', zh: '有变化' },
  notCarried: { en: '{count:difference|differences} from the original:', zh: '有 {count} 处与原文不同：' },
  thenCheck: { en: 'look at it, then: kubemin deploy {file}', zh: '请查看，然后：kubemin deploy {file}' },
  damaged: {
    en: '{file} is not a whole bundle; nothing was imported: {why:message}',
    zh: '{file} 不是完整的加密包；没有导入任何内容：{why}',
  },
  exportAgain: { en: 'export it again, or copy it again', zh: '请重新导出或重新复制' },
  running: {
    en: 'run {run:number}; follow it with kubemin run watch {run:number}',
    zh: '运行 {run}；用 kubemin run watch {run} 跟踪',
  },
  outcome: { en: 'OUTCOME', zh: '结果' },
  created: { en: 'created', zh: '新建' },
  unchanged: { en: 'unchanged', zh: '已存在' },
});
