import { defineMessages } from '@kubemin/base/message';

/** About taking applications in and out. */
export const transferMessages = defineMessages('cli.transfer', {
  passphrase: { en: 'Passphrase', zh: '口令' },
  passphraseAgain: { en: 'Repeat the passphrase', zh: '再次输入口令' },
  passphraseHelp: {
    en: 'The file can be read only with this passphrase. It contains secrets: keep both safe.',
    zh: '该文件只能用此口令读取。其中包含密文：请妥善保管两者。',
  },
  passphraseShort: { en: 'a passphrase has at least {least:number} characters', zh: '口令至少 {least} 个字符' },
  passphraseDiffers: {
    en: 'the passphrases do not match; nothing was exported',
    zh: '两次输入的口令不同；没有导出任何内容',
  },
  passphraseMissing: {
    en: 'a passphrase is required, and stdin is not a terminal',
    zh: '需要口令，但标准输入不是终端',
  },
  passphraseGive: {
    en: 'pass it with --passphrase-file FILE, or set KUBEMIN_PASSPHRASE',
    zh: '请用 --passphrase-file FILE 提供，或设置 KUBEMIN_PASSPHRASE',
  },
  passphraseWrong: {
    en: 'wrong passphrase for {file}; nothing was imported',
    zh: '{file} 的口令错误；没有导入任何内容',
  },
  passphraseCheck: { en: 'use the passphrase of the export', zh: '请使用导出时的口令' },
  askedAgain: { en: 'run the command again', zh: '请重新运行命令' },
  whatToExport: { en: 'nothing to export was named', zh: '没有指定要导出的应用' },
  nameOrAll: { en: 'name applications, or pass --all', zh: '请给出应用名称，或使用 --all' },
  oneOnly: { en: 'format {format} supports only one application', zh: '格式 {format} 只包含一个应用' },
  nameOne: { en: 'name one application', zh: '请只给出一个应用' },
  needsDirectory: { en: 'format {format} writes several files', zh: '格式 {format} 由多个文件组成' },
  giveDirectory: { en: 'name a directory with -f DIR', zh: '请用 -f DIR 指定目录' },
  notValid: {
    en: 'the stored document is not valid: {path}: {why:message}',
    zh: '已保存的文档无效：{path}：{why}',
  },
  fixAndExport: {
    en: 'fix it with kubemin edit APP, which stores a new revision, then export again',
    zh: '请用 kubemin edit APP 修正（会保存新的修订版），然后再次导出',
  },
  exported: {
    en: 'exported {applications:application|applications}, {profiles:profile|profiles}; store file and passphrase separately',
    zh: '已导出 {applications} 个应用、{profiles} 个配置集；请把文件与口令分开保存',
  },
  secretsMasked: {
    en: 'secret values are not exported: fill them in before use, or export an encrypted bundle (--format bundle)',
    zh: '未导出密文：使用前请填写，或导出加密包（--format bundle）',
  },
  imported: {
    en: 'imported {created:number}, already present {unchanged:number}',
    zh: '已导入 {created} 个，已存在 {unchanged} 个',
  },
  notDelivered: {
    en: 'nothing is delivered yet: import with --deploy, or start a run of each application',
    zh: '集群中尚无内容：导入时加 --deploy，或为每个应用启动一次运行',
  },
  isDocument: { en: '{file} already is an application document', zh: '{file} 已经是应用文档' },
  deployIt: { en: 'deploy it: kubemin deploy {file}', zh: '直接部署：kubemin deploy {file}' },
  notReadable: { en: '{file} cannot be converted: {why:list}', zh: '无法转换 {file}：{why}' },
  readable: {
    en: 'supported: Docker Compose, Score, Kubernetes manifests, Minik8s and bundles of kubemin export',
    zh: '可读取 Docker Compose、Score、Kubernetes 清单、Minik8s 以及 kubemin export 的加密包',
  },
  convertedFrom: { en: '{format} → {file}', zh: '{format} → {file}' },
  dropped: { en: 'dropped', zh: '已舍弃' },
  changed: { en: 'changed', zh: '有变化' },
  notCarried: { en: '{count:difference|differences} from the original:', zh: '有 {count} 处与原文不同：' },
  thenCheck: { en: 'check it, then: kubemin deploy {file}', zh: '请查看，然后：kubemin deploy {file}' },
  damaged: {
    en: '{file} is not a complete bundle; nothing was imported: {why:message}',
    zh: '{file} 不是完整的加密包；没有导入任何内容：{why}',
  },
  exportAgain: { en: 'export or copy it again', zh: '请重新导出或重新复制' },
  running: {
    en: 'run {run:number}; follow it with kubemin run watch {run:number}',
    zh: '运行 {run}；用 kubemin run watch {run} 跟踪',
  },
  outcome: { en: 'OUTCOME', zh: '结果' },
  created: { en: 'created', zh: '新建' },
  unchanged: { en: 'unchanged', zh: '已存在' },
});
