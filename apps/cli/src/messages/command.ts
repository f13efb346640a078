import { defineMessages } from '@kubemin/base/message';

/** About the command line itself. */
export const commandMessages = defineMessages('cli.command', {
  about: {
    en: 'Describe an application; KubeMin delivers it to Kubernetes, or to its embedded cluster if you have none.',
    zh: '描述一个应用，KubeMin 把它交付到 Kubernetes；没有集群时使用内置集群。',
  },
  usage: { en: 'Usage', zh: '用法' },
  anyCommand: { en: '<command> [arguments] [options]', zh: '<命令> [参数] [选项]' },
  anyOptions: { en: '[options]', zh: '[选项]' },
  arguments: { en: 'Arguments', zh: '参数' },
  options: { en: 'Options', zh: '选项' },
  globalOptions: { en: 'Global options', zh: '全局选项' },
  examples: { en: 'Examples', zh: '示例' },
  commands: { en: 'Commands', zh: '命令' },
  start: { en: 'Start', zh: '开始' },
  author: { en: 'Author', zh: '编写' },
  deliver: { en: 'Deliver', zh: '交付' },
  runs: { en: 'Runs', zh: '运行' },
  observe: { en: 'Observe', zh: '观察' },
  functions: { en: 'Functions', zh: '函数' },
  platform: { en: 'Platform', zh: '平台' },
  choices: { en: '({all})', zh: '（可选：{all}）' },
  showHelp: { en: 'show this help', zh: '显示本帮助' },
  showVersion: { en: 'print the version', zh: '显示版本' },
  moreHelp: {
    en: 'Use "kubemin <command> --help" for details and examples of a command.',
    zh: 'kubemin <命令> --help 说明该命令并给出示例。',
  },
  allGlobals: {
    en: 'Use "kubemin --help" for global options.',
    zh: 'kubemin --help 列出全局选项。',
  },
  unknownCommand: { en: 'unknown command: {typed}', zh: '未知命令：{typed}' },
  unfinished: { en: '{typed} needs a subcommand', zh: '{typed} 需要子命令' },
  didYouMean: { en: 'did you mean: {command}?', zh: '您是想输入 {command} 吗？' },
  thereAre: { en: 'available: {commands}', zh: '可用的有：{commands}' },
  listsCommands: { en: 'list the commands with kubemin --help', zh: 'kubemin --help 列出所有命令' },
  unknownOption: { en: 'unknown option: {option}', zh: '未知选项：{option}' },
  missingArgument: { en: 'missing argument {name}', zh: '缺少参数 {name}' },
  missingOption: { en: 'missing option {form}', zh: '缺少选项 {form}' },
  missingValue: { en: 'option {form} needs a value', zh: '选项 {form} 需要一个值' },
  tooManyArguments: { en: 'too many arguments for {command}', zh: '{command} 的参数过多' },
  seeHelp: { en: 'see {command} --help', zh: '请查看 {command} --help' },
  chooseOneOf: { en: 'choose one of {choices:list}', zh: '请从 {choices} 中选择' },
  invalidValue: { en: 'invalid value for {form}: {typed}', zh: '{form} 的值无效：{typed}' },
});

/** What a value of a parameter should have been. */
export const readerMessages = defineMessages('cli.reader', {
  keyValue: { en: 'write it as key=value', zh: '请写成 key=value' },
  header: { en: 'write it as Name: value', zh: '请写成 Name: value' },
  directory: { en: 'name a directory; . is the current one', zh: '请指定目录；. 表示当前目录' },
  duration: { en: 'give a duration, for example 90d, 12h, 30m or 45s', zh: '请写时长，如 90d、12h、30m 或 45s' },
  quota: {
    en: 'give a resource and an amount: cpu=4, memory=8Gi or pods=50',
    zh: '请写资源和数量：cpu=4、memory=8Gi 或 pods=50',
  },
  role: {
    en: 'give one of {roles:list}: --role shop=deployer for the project shop, --role deployer for all projects',
    zh: '请从 {roles} 中选择：--role shop=deployer 表示项目 shop 中，--role deployer 表示所有项目',
  },
  regularExpression: { en: 'give a regular expression, for example error|warn', zh: '请写正则表达式，如 error|warn' },
  replicas: { en: 'write COMPONENT=COUNT, for example web=3', zh: '请写组件名与整数，如 web=3' },
  revision: { en: 'a revision is a whole number from 1', zh: '修订版是从 1 开始的整数' },
  wholeNumber: {
    en: 'give a whole number from {least:number} to {most:number}',
    zh: '请写 {least} 到 {most} 之间的整数',
  },
  portPair: {
    en: 'write LOCAL:REMOTE, for example 8080:80; REMOTE alone uses the same port on both sides, :REMOTE a free local port',
    zh: '请写 LOCAL:REMOTE，如 8080:80；只写 REMOTE 表示两端相同，:REMOTE 表示任选本地空闲端口',
  },
});
