import { defineMessages } from '@kubemin/base/message';

/** About application documents: reading, checking, writing them. */
export const documentMessages = defineMessages('cli.document', {
  missing: {
    en: 'no application document given, and none of {names} found in this directory',
    zh: '没有给出应用文档，当前目录也没有 {names}',
  },
  nameOne: { en: 'name one, or create one with kubemin init', zh: '请指定一个，或用 kubemin init 写一个' },
  unreadable: { en: '{name} cannot be read: {why:message}', zh: '无法读取 {name}：{why}' },
  checkPath: { en: 'check the path; - reads from stdin', zh: '请检查路径；- 表示读取管道输入' },
  valid: { en: '{name} is valid', zh: '{name} 有效' },
  validWithWarnings: { en: '{name} is valid, {warnings:warning|warnings}', zh: '{name} 有效，有 {warnings} 处警告' },
  invalid: { en: '{name} has {errors:problem|problems}', zh: '{name} 有 {errors} 处问题' },
  fixProblems: {
    en: 'fix the problems listed above; kubemin schema TYPE shows the fields of a type or trait',
    zh: '请修正以上列出的内容；kubemin schema TYPE 可查看类型或特征的字段',
  },
  fixOrKeep: {
    en: 'fix the problems listed above; --lenient keeps unknown fields with a warning',
    zh: '请修正以上列出的内容；--lenient 会保留未知字段并给出警告',
  },
  renderedHere: {
    en: 'no platform is running: rendered locally with the application id {id}; names and labels on a platform have its own id',
    zh: '没有正在运行的平台：已在本地渲染，应用 id 以 {id} 代替；平台上的名称与标签使用应用自己的 id',
  },
  noSchema: {
    en: 'no component type, trait or step named {name}',
    zh: '没有名为 {name} 的组件类型、特征或步骤',
  },
  didYouMean: { en: 'did you mean {name}?', zh: '是否想写 {name}？' },
  allSchemas: { en: 'list them with kubemin schema -o table', zh: 'kubemin schema -o table 列出全部' },
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
    en: 'no templates; an application with tmpEnable: true is a template',
    zh: '还没有模板；设置 tmpEnable: true 的应用即为模板',
  },
  notATemplate: { en: 'template {name} not found', zh: '没有模板 {name}' },
  listTemplates: { en: 'list them with kubemin template ls', zh: '用 kubemin template ls 查看' },
  isTemplate: {
    en: '{name} is a template; use it with kubemin template use {name}',
    zh: '{name} 已是模板：kubemin template use {name}',
  },
  fileExists: { en: '{name} already exists', zh: '{name} 已存在' },
  otherFile: {
    en: 'name another file with --file, print it with --file -, or overwrite it with --yes',
    zh: '用 --file 指定其他文件，用 --file - 直接打印，或用 --yes 覆盖',
  },
  unwritable: { en: '{name} cannot be written: {why:message}', zh: '无法写入 {name}：{why}' },
  placeToWrite: {
    en: 'name a file in an existing, writable directory with enough disk space',
    zh: '请指定已存在、可写且空间足够的目录中的文件',
  },
  wrote: { en: 'wrote {name}', zh: '已写入 {name}' },
  parameters: { en: 'Parameters', zh: '参数' },
  parameter: { en: 'PARAMETER', zh: '参数' },
  parameterType: { en: 'TYPE', zh: '类型' },
  noParameters: { en: 'template {name} has no parameters', zh: '模板 {name} 没有参数' },
  parameterNeeded: { en: 'parameter {name} ({type})', zh: '参数 {name}（{type}）' },
  notAMap: { en: 'not a map', zh: '不是映射' },
  notAScalar: {
    en: '{name} is neither a string nor a number, true or false',
    zh: '{name} 既不是字符串，也不是数字、true 或 false',
  },
  parameterUnreadable: {
    en: '{file} cannot be read as values of parameters: {why:message}',
    zh: '无法把 {file} 读作参数的值：{why}',
  },
  parameterFileHint: {
    en: 'write a map such as "database: billing", in JSON or YAML',
    zh: '请写成“database: billing”这样的映射，JSON 或 YAML 均可',
  },
  notAPair: { en: '"{text}" is not of the form NAME=VALUE', zh: '“{text}”不是 NAME=VALUE 的形式' },
  pairHint: { en: 'for example {flag} database=billing', zh: '例如 {flag} database=billing' },
  passParameters: {
    en: 'pass values with --set NAME=VALUE; kubemin template show {name} --parameters lists them',
    zh: '请用 --set NAME=VALUE 给出值；kubemin template show {name} --parameters 可列出参数',
  },
  changeHere: {
    en: 'Each entry overrides one component of the template: name, image, replicas',
    zh: '每一项覆盖模板的一个组件：name、image、replicas',
  },
  changeHereToo: {
    en: 'and properties.env, properties.conf, properties.secret, traits.resources.',
    zh: '以及 properties.env、properties.conf、properties.secret、traits.resources。',
  },
});

/** About what would be done. */
export const planMessages = defineMessages('cli.plan', {
  upToDate: { en: 'Nothing to do: the cluster matches the document.', zh: '无需改动：集群与文档一致。' },
  routes: { en: 'Routes: {choice}', zh: '路由：{choice}' },
  onlyIf: { en: '(if {condition})', zh: '（当 {condition}）' },
  removed: { en: '(removed)', zh: '（移除）' },
  toCreate: { en: '{count:number} to create', zh: '新建 {count} 个' },
  toUpdate: { en: '{count:number} to update', zh: '更新 {count} 个' },
  toReplace: { en: '{count:number} to replace', zh: '替换 {count} 个' },
  toDelete: { en: '{count:number} to delete', zh: '删除 {count} 个' },
  asTheyAre: { en: '{count:number} unchanged', zh: '保持 {count} 个' },
  refused: { en: '{count:number} rejected', zh: '拒绝 {count} 个' },
  notKnown: { en: '{count:number} unknown', zh: '未知 {count} 个' },
  comma: { en: ', ', zh: ',' },
  change: { en: '{name}: {counts}', zh: '{name}：{counts}' },
  noChange: { en: '{name}: nothing to change in the cluster', zh: '{name}：集群无需改动' },
  counts: { en: '(create, update, delete)', zh: '（新建、更新、删除）' },
  willLose: { en: 'Deploying {name} would {losses:list}.', zh: '部署 {name} 将{losses}。' },
  deletes: { en: 'delete {objects:list}', zh: '删除 {objects}' },
  replaces: { en: 'replace {objects:list}', zh: '替换 {objects}' },
  others: { en: '{count:number} more', zh: '另外 {count} 个' },
  wouldFail: { en: '{object} would be rejected: {reason:message}', zh: '{object} 会被拒绝：{reason}' },
  nothingDone: { en: 'nothing was changed', zh: '没有做任何改动' },
  sum: { en: '{parts}.', zh: '{parts}。' },
});
