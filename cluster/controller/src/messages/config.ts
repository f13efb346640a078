import { defineMessages } from '@kubemin/base/message';

/** The configuration of a program with controllers. */
export const configMessages = defineMessages('controller.config', {
  leaseTimes: {
    en: 'the leader election times conflict: a leader could still work after another has taken over',
    zh: '选举的时间互不相容：领导者可能在被接替后仍在工作',
  },
  orderLeaseTimes: {
    en: 'set retry-period < renew-deadline < lease-duration',
    zh: '请使 retry-period < renew-deadline < lease-duration',
  },
  halfCertificate: {
    en: 'certificate and key must be set together; one is missing',
    zh: '证书与私钥须同时给出，缺少其一',
  },
  giveOtherFlag: {
    en: 'also set --{flag}',
    zh: '请同时设置 --{flag}',
  },
  forResource: {
    en: 'for {resource}: {reason:message}',
    zh: '关于 {resource}：{reason}',
  },
  writePattern: {
    en: 'use a pattern such as {example}',
    zh: '请使用例如 {example} 的模式',
  },
  oneLog: {
    en: 'there is one log, on standard error; see log.format',
    zh: '只有一份日志，写到标准错误；见 log.format',
  },
  resyncPerObject: {
    en: 'objects are resynchronized individually',
    zh: '每个对象有各自的重新同步时间',
  },
  errorStacks: {
    en: 'errors are logged with their stacks',
    zh: '错误连同其堆栈一起记录',
  },
  fixedMiddlewares: {
    en: 'the server of APIExt has fixed middlewares; see apiext.cors-origins',
    zh: 'APIExt 的服务器使用固定的中间件；见 apiext.cors-origins',
  },
  noWebhooks: {
    en: 'no webhook server is opened',
    zh: '不会打开 webhook 服务器',
  },
  proxyInKubeconfig: {
    en: 'the kubeconfig sets the proxy of a cluster',
    zh: '集群的代理由 kubeconfig 设置',
  },
  apiextInProcess: {
    en: 'APIExt runs in the same process',
    zh: 'APIExt 在同一进程中运行',
  },
  callersBringTokens: {
    en: 'the kubeconfig sets the user of this process; callers of APIExt bring their own tokens',
    zh: '本进程的用户由 kubeconfig 设置；APIExt 的调用者使用各自的令牌',
  },
  fileTooLong: {
    en: 'the file is longer than {limit:number} characters',
    zh: '文件超过 {limit} 个字符',
  },
  keepSettings: {
    en: 'keep settings only',
    zh: '文件中只保留设置',
  },
  fileUnreadable: {
    en: 'the file cannot be read: {reason:message}',
    zh: '无法读取文件：{reason}',
  },
  nestLess: {
    en: 'nest it less deeply',
    zh: '请减少嵌套层次',
  },
  notYaml: {
    en: 'this is not YAML: {reason:message}',
    zh: '不是 YAML：{reason}',
  },
  checkSyntax: {
    en: 'check quotes, colons and indentation here',
    zh: '请检查此处的引号、冒号与缩进',
  },
  configFile: {
    en: 'a configuration file',
    zh: '配置文件',
  },
  notAGroup: {
    en: '{what:message} has settings by name, not a single value or a list',
    zh: '{what}按名称包含设置，而不是单个值或列表',
  },
  oneSettingPerLine: {
    en: 'write one setting per line below it, as name: value',
    zh: '请在下方每行写一项设置，形如 name: value',
  },
  notAValue: {
    en: 'expected a value, not a group of names',
    zh: '此处应为值，而不是一组名称',
  },
  writeValue: {
    en: 'write name: value',
    zh: '请写成 name: value',
  },
  pathSegment: {
    en: 'one segment of a path',
    zh: '路径中的一段',
  },
  namespaceName: {
    en: 'the name of a namespace',
    zh: '命名空间的名称',
  },
  leaseName: {
    en: 'the name of a Lease',
    zh: '一个 Lease 的名称',
  },
  labelValue: {
    en: 'a label value',
    zh: '标签值',
  },
  anAddress: {
    en: 'an address',
    zh: '地址',
  },
  aPath: {
    en: 'a path',
    zh: '路径',
  },
  setExpected: {
    en: 'set {expected:message}, such as {example}',
    zh: '请设置{expected}，例如 {example}',
  },
  oneValue: {
    en: 'expected one value, not several',
    zh: '此处应为一个值，而不是多个',
  },
  wrongValue: {
    en: '"{value}" is not {expected:message}',
    zh: '“{value}”不是{expected}',
  },
  trueOrFalse: {
    en: 'true or false',
    zh: '布尔值 true 或 false',
  },
  wholeNumber: {
    en: 'a whole number from {min:number} to {max:number}',
    zh: '介于 {min} 与 {max} 之间的整数',
  },
  aDuration: {
    en: 'a duration',
    zh: '时长',
  },
  durationOrNever: {
    en: 'a duration, or 0 for never',
    zh: '时长，或表示从不的 0',
  },
  addressOrOff: {
    en: 'an address with a port, or 0 to turn it off',
    zh: '带端口的地址，或表示关闭的 0',
  },
  oneOf: {
    en: 'one of {choices}',
    zh: '以下之一：{choices}',
  },
  expectedList: {
    en: 'expected a list, not names with values',
    zh: '此处应为列表，而不是名称与值',
  },
  setExample: {
    en: 'set {example}',
    zh: '请设置 {example}',
  },
  expectedMap: {
    en: 'expected names with values',
    zh: '此处应为名称与值',
  },
  writeBelow: {
    en: 'write it below, such as {example}',
    zh: '请写在下方，例如 {example}',
  },
  removeUnknownKey: {
    en: 'remove it; --print-config lists all keys',
    zh: '请删除；--print-config 列出所有的键',
  },
  suggestKey: {
    en: 'did you mean {name}?',
    zh: '是否指 {name}？',
  },
  unknownKey: {
    en: 'unknown key',
    zh: '未知的键',
  },
  removeUnknownFlag: {
    en: 'remove it; --help lists all flags',
    zh: '请删除；--help 列出所有选项',
  },
  suggestFlag: {
    en: 'did you mean --{name}?',
    zh: '是否指 --{name}？',
  },
  unknownFlag: {
    en: 'unknown flag',
    zh: '未知的选项',
  },
  noEffect: {
    en: 'this key has no effect: {reason:message}',
    zh: '此键不起作用：{reason}',
  },
  remove: {
    en: 'remove it',
    zh: '请删除',
  },
  setTwice: {
    en: '{first} sets the same, and is used',
    zh: '{first} 设置了同一内容，以它为准',
  },
  removeOne: {
    en: 'remove one of them',
    zh: '请删除其中之一',
  },
});
