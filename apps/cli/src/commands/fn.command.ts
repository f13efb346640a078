import {
  argument,
  choice,
  clusterOptions,
  defineCommand,
  durationMs,
  flag,
  list,
  namespaceOption,
  option,
  optionalArgument,
  someArguments,
  turnOff,
  wholeNumber,
} from '../command/index.ts';
import { ExitCode } from '../terminal/index.ts';

const nameArgument = argument('name', { en: 'name of the function', zh: '函数名称' });

const gatewayOption = option('--gateway <url>', {
  en: 'URL of the functions gateway (default: that of the selected platform)',
  zh: '函数网关的 URL（默认：所选平台的网关）',
});

const scalingOptions = {
  min: option(
    '--min <count>',
    { en: 'least number of instances; 0 lets an idle function sleep', zh: '最少实例数；0 表示空闲时休眠' },
    wholeNumber(0, 1_000),
  ),
  max: option('--max <count>', { en: 'largest number of instances', zh: '最多实例数' }, wholeNumber(1, 1_000)),
  policy: choice('--policy <policy>', { en: 'how the number follows the calls', zh: '实例数如何随调用变化' }, [
    'waterLevel',
    'concurrency',
  ]),
  profile: choice(
    '--profile <profile>',
    { en: 'constants of the policy; demo has short times', zh: '策略的常量；demo 的时间较短' },
    ['default', 'demo'],
  ),
} as const;

const codeArgument = optionalArgument('path', {
  en: 'directory, file or archive with the code (default: this directory)',
  zh: '代码所在的目录、文件或归档（默认：当前目录）',
});

/** Options of commands that deploy code. */
const deployOptions = {
  name: option('--name <name>', {
    en: 'name of the function (default: that of the directory or file)',
    zh: '函数名称（默认：目录或文件的名称）',
  }),
  runtime: option('--runtime <runtime>', {
    en: 'node, python or another one of the cluster (default: detected)',
    zh: 'node、python 或集群提供的其他运行时（默认：自动判断）',
  }),
  entry: option('--entry <file>', {
    en: 'file with the handler (default: index.ts, index.js or func.py)',
    zh: '处理函数所在的文件（默认：index.ts、index.js 或 func.py）',
  }),
  env: list('-e, --env <name=value>', {
    en: 'environment variable; may be repeated',
    zh: '环境变量；可重复',
  }),
  ...scalingOptions,
  auth: choice('--auth <auth>', { en: 'whether calls need a token', zh: '调用是否需要令牌' }, ['open', 'token']),
  callTimeout: option(
    '--call-timeout <duration>',
    { en: 'how long a call may take: 30s', zh: '一次调用最长多久：30s' },
    durationMs,
  ),
  concurrency: option(
    '--concurrency <count>',
    { en: 'calls at the same time in one instance', zh: '一个实例同时处理的调用数' },
    wholeNumber(1, 10_000),
  ),
  idempotent: flag('--idempotent', {
    en: 'a call may be sent again when its instance was lost',
    zh: '实例丢失时可以重发调用',
  }),
  namespace: namespaceOption,
  gateway: gatewayOption,
  ...clusterOptions,
} as const;

/** `kubemin fn init`. */
export const fnInitCommand = defineCommand({
  path: ['fn', 'init'],
  group: 'functions',
  summary: { en: 'create the code of a new function', zh: '创建新函数的代码' },
  arguments: { directory: argument('directory', { en: 'directory of the code', zh: '代码目录' }) },
  options: {
    runtime: choice(
      '--runtime <runtime>',
      { en: 'language of the code (default: node)', zh: '代码的语言（默认：node）' },
      ['node', 'python'],
    ),
  },
  examples: [
    { line: 'kubemin fn init greeting', needs: 'nothing' },
    { line: 'kubemin fn init greeting-python --runtime python', needs: 'nothing' },
  ],
  load: async () => {
    const { initFunction } = await import('./fn-init.ts');
    return initFunction;
  },
});

/** `kubemin fn deploy`. */
export const fnDeployCommand = defineCommand({
  path: ['fn', 'deploy'],
  group: 'functions',
  summary: { en: 'deploy a function, and wait until it is ready', zh: '部署函数，并等待其就绪' },
  help: {
    en: 'The code is stored in the cluster, without .git, node_modules and what .kubeminignore excludes. A function that exists becomes a new revision; options that are not given stay as they were. Prints the URL.',
    zh: '代码存放在集群中，不含 .git、node_modules 以及 .kubeminignore 排除的内容。已有的函数得到新的修订版；未给出的选项保持不变。输出函数的 URL。',
  },
  arguments: { path: codeArgument },
  options: {
    ...deployOptions,
    image: option('--image <image>', {
      en: 'image with an HTTP server, instead of code',
      zh: '带 HTTP 服务器的镜像，代替代码',
    }),
    port: option(
      '--port <port>',
      { en: 'port of that server (default: 8080)', zh: '该服务器的端口（默认：8080）' },
      wholeNumber(1, 65_535),
    ),
    wait: turnOff('--no-wait', { en: 'return as soon as the function is stored', zh: '函数一经保存即返回' }),
  },
  examples: [
    {
      line: 'kubemin fn deploy examples/functions/hello --kubeconfig kubeconfig',
      needs: 'platform',
      exit: ExitCode.notFound,
    },
  ],
  load: async () => {
    const { deployFunction } = await import('./fn-deploy.ts');
    return deployFunction;
  },
});

/** `kubemin fn dev`. */
export const fnDevCommand = defineCommand({
  path: ['fn', 'dev'],
  group: 'functions',
  summary: {
    en: 'deploy a function each time a file is saved, and follow its logs',
    zh: '每次保存文件时部署函数，并持续显示其日志',
  },
  arguments: { path: codeArgument },
  options: { ...deployOptions },
  examples: [
    {
      line: 'kubemin fn dev examples/functions/hello --kubeconfig kubeconfig',
      needs: 'platform',
      exit: ExitCode.notFound,
    },
  ],
  load: async () => {
    const { developFunction } = await import('./fn-dev.ts');
    return developFunction;
  },
});

/** `kubemin fn invoke`. */
export const fnInvokeCommand = defineCommand({
  path: ['fn', 'invoke'],
  group: 'functions',
  summary: { en: 'call a function, and print what it returns', zh: '调用函数，并显示其返回值' },
  help: {
    en: 'The result is printed to stdout; status and time to stderr. A function that failed ends the command with 1.',
    zh: '结果输出到标准输出；状态与用时输出到标准错误。函数失败时命令以 1 结束。',
  },
  arguments: { name: nameArgument },
  options: {
    data: option('-d, --data <json>', {
      en: 'the arguments as a JSON object, @FILE, or - for stdin (default: {})',
      zh: 'JSON 对象形式的参数、@文件，或 - 表示标准输入（默认：{}）',
    }),
    async: flag('--async', {
      en: 'do not wait for the result; print where it will be',
      zh: '不等待结果；显示结果的地址',
    }),
    revision: option('--revision <name>', { en: 'call this revision', zh: '调用该修订版' }),
    token: option('--token <token>', {
      en: 'token of the function (default: that of its Secret)',
      zh: '函数的令牌（默认：其 Secret 中的令牌）',
    }),
    namespace: namespaceOption,
    gateway: gatewayOption,
    ...clusterOptions,
  },
  examples: [
    {
      line: 'kubemin fn invoke hello -d "{}" --kubeconfig kubeconfig',
      needs: 'platform',
      exit: ExitCode.notFound,
    },
  ],
  load: async () => {
    const { invokeFunction } = await import('./fn-invoke.ts');
    return invokeFunction;
  },
});

/** `kubemin fn logs`. */
export const fnLogsCommand = defineCommand({
  path: ['fn', 'logs'],
  group: 'functions',
  summary: { en: 'print the logs of the instances of a function', zh: '显示函数实例的日志' },
  arguments: { name: nameArgument },
  options: {
    follow: flag('-f, --follow', {
      en: 'follow the logs, including those of new instances',
      zh: '持续显示，包括新实例的日志',
    }),
    tail: option(
      '--tail <lines>',
      { en: 'number of last lines of each log', zh: '每个只看最后多少行' },
      wholeNumber(0, 1_000_000),
    ),
    since: option('--since <duration>', { en: 'only newer than this: 10m', zh: '只看这段时间内的：10m' }, durationMs),
    timestamps: flag('--timestamps', { en: 'print a timestamp with each line', zh: '显示每行的写入时间' }),
    namespace: namespaceOption,
    ...clusterOptions,
  },
  examples: [
    { line: 'kubemin fn logs hello --tail 20 --kubeconfig kubeconfig', needs: 'platform', exit: ExitCode.notFound },
  ],
  load: async () => {
    const { functionLogs } = await import('./fn-logs.ts');
    return functionLogs;
  },
});

/** `kubemin fn ls`. */
export const fnLsCommand = defineCommand({
  path: ['fn', 'ls'],
  group: 'functions',
  summary: { en: 'list functions', zh: '列出函数' },
  options: { namespace: namespaceOption, ...clusterOptions },
  examples: [{ line: 'kubemin fn ls --kubeconfig kubeconfig', needs: 'platform', exit: ExitCode.notFound }],
  load: async () => {
    const { listFunctions } = await import('./fn.ts');
    return listFunctions;
  },
});

/** `kubemin fn scale`. */
export const fnScaleCommand = defineCommand({
  path: ['fn', 'scale'],
  group: 'functions',
  summary: { en: 'change how many instances a function may have', zh: '更改函数可有的实例数' },
  arguments: { name: nameArgument },
  options: { ...scalingOptions, namespace: namespaceOption, ...clusterOptions },
  examples: [
    {
      line: 'kubemin fn scale hello --min 1 --max 5 --kubeconfig kubeconfig',
      needs: 'platform',
      exit: ExitCode.notFound,
    },
  ],
  load: async () => {
    const { scaleFunction } = await import('./fn.ts');
    return scaleFunction;
  },
});

/** `kubemin fn rm`. */
export const fnRmCommand = defineCommand({
  path: ['fn', 'rm'],
  group: 'functions',
  summary: { en: 'delete functions', zh: '删除函数' },
  arguments: { names: someArguments('name', { en: 'name of a function', zh: '函数名称' }) },
  options: { namespace: namespaceOption, ...clusterOptions },
  examples: [{ line: 'kubemin fn rm hello --yes --kubeconfig kubeconfig', needs: 'platform', exit: ExitCode.notFound }],
  load: async () => {
    const { removeFunctions } = await import('./fn.ts');
    return removeFunctions;
  },
});
