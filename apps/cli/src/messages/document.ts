import { defineMessages } from '@kubemin/base/message';

/** About application documents: reading, checking, writing them. */
export const documentMessages = defineMessages('cli.document', {
  missing: {
    en: 'no application document given, and none of {names} is here',
    zh: '没有给出应用文档，当前目录也没有 {names}',
  },
  nameOne: { en: 'name one, or write one with kubemin init', zh: '请指定一个，或用 kubemin init 写一个' },
  unreadable: { en: '{name} cannot be read: {why:message}', zh: '无法读取 {name}：{why}' },
  checkPath: { en: 'check the path; - reads what is piped in', zh: '请检查路径；- 表示读取管道输入' },
  valid: { en: '{name} is valid', zh: '{name} 有效' },
  validWithWarnings: { en: '{name} is valid, {warnings:warning|warnings}', zh: '{name} 有效，有 {warnings} 处警告' },
  invalid: { en: '{name} has {errors:problem|problems}', zh: '{name} 有 {errors} 处问题' },
  mendIt: {
    en: 'fix the problems listed above; kubemin schema TYPE shows what a type or trait takes',
    zh: '请修正以上列出的内容；kubemin schema TYPE 可查看类型或特征的字段',
  },
  fixOrKeep: {
    en: 'fix the problems listed above; --lenient keeps unknown fields with a warning',
    zh: '请修正以上列出的内容；--lenient 会保留未知字段并给出警告',
  },
  renderedHere: {
    en: "no platform runs here: rendered by this command, under an id of {id}; the platform gives names and labels with the application's own",
    zh: '没有正在运行的平台：由本命令渲染，应用 id 以 {id} 代替；平台会使用应用自己的 id 生成名称与标签',
  },
  noSchema: {
    en: 'there is no component type, trait or step called {name}',
    zh: '没有名为 {name} 的组件类型、特征或步骤',
  },
  didYouMean: { en: 'did you mean {name}?', zh: '是否想写 {name}？' },
  allSchemas: { en: 'kubemin schema -o table lists all', zh: 'kubemin schema -o table 列出全部' },
  field: { en: 'FIELD', zh: '字段' },
  required: { en: 'REQUIRED', zh: '必填' },
  default: { en: 'DEFAULT', zh: '默认值' },
  meaning: { en: 'MEANING', zh: '含义' },
  kind: { en: 'KIND', zh: '种类' },
  yes: { en: 'yes', zh: '是' },
  no: { en: '', zh: '' },
  componentType: { en: 'component type', zh: '组件类型' },
  trait: { en: 'trait', zh: '特征' },
  step: { en: 'step', zh: '步骤' },
  noTemplates: {
    en: 'there are no templates; an application with tmpEnable: true is one',
    zh: '还没有模板；设置 tmpEnable: true 的应用即为模板',
  },
  notATemplate: { en: 'there is no template {name}', zh: '没有模板 {name}' },
  listTemplates: { en: 'kubemin template ls lists them', zh: '用 kubemin template ls 查看' },
  isTemplate: {
    en: '{name} is a template: kubemin template use {name}',
    zh: '{name} 已是模板：kubemin template use {name}',
  },
  fileExists: { en: '{name} is there already', zh: '{name} 已存在' },
  otherFile: {
    en: 'name another with --file, - prints it, --yes overwrites it',
    zh: '用 --file 指定其他文件，- 直接打印，--yes 覆盖',
  },
  unwritable: { en: '{name} cannot be written: {why:message}', zh: '无法写入 {name}：{why}' },
  placeToWrite: {
    en: 'name a file in a directory that is there and that you may write, on a disk with room',
    zh: '请指定已存在、可写且空间足够的目录中的文件',
  },
  wrote: { en: 'wrote {name}', zh: '已写入 {name}' },
  changeHere: {
    en: 'Each entry is about one component of the template. Say here what is different: name, image, replicas',
    zh: '每一项对应模板的一个组件。可在此写明不同之处：name、image、replicas',
  },
  changeHereToo: {
    en: 'and properties.env, properties.conf, properties.secret, traits.resources.',
    zh: '以及 properties.env、properties.conf、properties.secret、traits.resources。',
  },
});
