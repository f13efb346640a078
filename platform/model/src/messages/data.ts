import { defineMessages } from '@kubemin/base/message';

/** Configs, secrets, environment variables and references to them. */
export const dataMessages = defineMessages('model.data', {
  sourceUrl: { en: 'A config cannot be fetched from "{url}".', zh: '无法从“{url}”获取配置。' },
  sourceUrlFix: {
    en: 'Give a full address that starts with http:// or https://, without a user name or password.',
    zh: '请给出以 http:// 或 https:// 开头的完整地址，不含用户名或密码。',
  },
  sourceKey: { en: '"{key}" cannot be a key of a ConfigMap.', zh: '“{key}”不能作为 ConfigMap 的键。' },
  sourceKeyFix: {
    en: 'Give a file name without folders: letters, digits, "-", "_" and ".".',
    zh: '请给出不含目录的文件名：字母、数字、“-”、“_”和“.”。',
  },
  ignoredBesideUrl: {
    en: '"{key}" has no effect: the config is fetched from {url}.',
    zh: '“{key}”不起作用：该配置从 {url} 获取。',
  },
  ignoredBesideUrlFix: {
    en: 'Remove it or {url}, or put it into another config.',
    zh: '请删除它或 {url}，或把它放进单独的配置。',
  },
  empty: { en: 'There is no data.', zh: '没有数据。' },
  keyInvalid: {
    en: '"{key}" cannot be a key of a ConfigMap or Secret.',
    zh: '“{key}”不能作为 ConfigMap 或 Secret 的键。',
  },
  keyFormat: {
    en: 'Use letters, digits, "-", "_" and "."; at most 253 characters.',
    zh: '请使用字母、数字、“-”、“_”和“.”；至多 253 个字符。',
  },
  emptyFix: { en: 'Give at least one key and its value.', zh: '请至少给出一个键及其文本。' },
  tooLarge: {
    en: '"{name}" holds {bytes:number} bytes; Kubernetes allows {most:number}.',
    zh: '“{name}”有 {bytes} 字节；Kubernetes 允许 {most} 字节。',
  },
  tooLargeFix: {
    en: 'Split it into several components, or keep large files in an image or a volume.',
    zh: '请拆成多个组件，或把大文件放进镜像或卷。',
  },
  variableFormat: {
    en: 'Use letters, digits, "_", "-" and "."; it must not start with a digit or "..".',
    zh: '请使用字母、数字、“_”、“-”和“.”；不能以数字或“..”开头。',
  },
  variablesFormat: {
    en: 'Give names and values, such as {{"PORT": "8080"}}; an empty value is "".',
    zh: '请给出名称与值，例如 {{"PORT": "8080"}}；空值写作 ""。',
  },
  variableInvalid: {
    en: '"{name}" cannot be the name of an environment variable.',
    zh: '“{name}”不能作为环境变量名。',
  },
  urlWithPassword: {
    en: '"{name}" contains an address with a password; every reader of the document can read it.',
    zh: '“{name}”含有带密码的地址，能读取文档的人都能读到它。',
  },
  plainCredential: {
    en: '"{name}" looks like a credential; every reader of the document can read it.',
    zh: '“{name}”看起来是凭据，能读取文档的人都能读到它。',
  },
  useSecret: {
    en: 'Put it into a component of type secret, and take it from there with the trait "envs" or "envFrom".',
    zh: '请把它放进 secret 类型的组件，并用“envs”或“envFrom”特征引用。',
  },
  configMapOrSecret: { en: 'Use "configMap" or "secret".', zh: '请使用“configMap”或“secret”。' },
  podFieldInvalid: {
    en: 'The pod field "{field}" cannot be used for a variable.{hint?}',
    zh: 'Pod 字段“{field}”不能用于变量。{hint?}',
  },
  podFields: {
    en: "Use one of {fields:list}, or metadata.labels['<key>'] or metadata.annotations['<key>'].",
    zh: "请使用其中之一：{fields}，或 metadata.labels['<key>']、metadata.annotations['<key>']。",
  },
  oneSource: { en: 'A variable needs exactly one source for its value.', zh: '变量的值需要且只能有一个来源。' },
  oneSourceFix: {
    en: 'Give exactly one of static, secret, config and field.',
    zh: '请在 static、secret、config 与 field 中只给出一个。',
  },
  variableTwice: { en: 'The variable "{name}" is given twice.', zh: '变量“{name}”给出了两次。' },
  objectNameInvalid: {
    en: '"{name}" cannot be the name of a Kubernetes object.',
    zh: '“{name}”不能作为 Kubernetes 对象的名称。',
  },
  objectNameFormat: { en: 'Use lower-case letters, digits, "-" and ".".', zh: '请使用小写字母、数字、“-”和“.”。' },
  scopedReference: {
    en: '"{given}" is read as "{name}": references have no scope.',
    zh: '“{given}”按“{name}”处理：引用没有范围前缀。',
  },
  write: { en: 'Write "{value}".', zh: '请写“{value}”。' },
  referenceMissing: {
    en: 'No {kind} component is named "{name}"; it must already exist in the namespace.',
    zh: '没有名为“{name}”的 {kind} 组件；它必须已存在于命名空间中。',
  },
  referenceMissingFix: {
    en: 'Add a component of type {kind} named "{name}", or make sure the cluster has it.',
    zh: '请添加名为“{name}”的 {kind} 组件，或确保集群中已有它。',
  },
  keyMissing: {
    en: 'The {kind} "{name}" has no key "{key}"; the container could not start.',
    zh: '{kind}“{name}”没有键“{key}”；容器将无法启动。',
  },
  addKey: { en: 'Add the key to "{name}".', zh: '请把该键加入“{name}”。' },
});
