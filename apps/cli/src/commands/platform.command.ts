import {
  apiField,
  apiHeader,
  argument,
  defineCommand,
  flag,
  list,
  manyArguments,
  option,
  shellName,
} from '../command/index.ts';
import { apiserverOptions } from '../platform/index.ts';
import { settingFlags } from '../settings/index.ts';

/** `kubemin up`. */
export const upCommand = defineCommand({
  path: ['up'],
  group: 'start',
  summary: {
    en: 'start KubeMin: embedded cluster, platform and deployed applications',
    zh: '在本机启动 KubeMin：内置集群、平台，以及此前部署的一切',
  },
  help: {
    en: 'If KubeMin is already running, shows it unchanged. Also takes the settings of kubemin server.',
    zh: '已在运行的实例保持不变，只显示其信息。它同样接受 kubemin server 的各项设置。',
  },
  options: {
    demo: flag('--demo', { en: 'deploy the demo application and show its workflow', zh: '部署演示应用并展示其工作流' }),
    demoOnce: flag('--demo-once', {
      en: 'like --demo, but only once: does nothing if the demo was deployed or deleted before',
      zh: '同 --demo，但部署过一次后保持原样；若您已删除它，则不再部署',
    }),
    detach: flag('-d, --detach', {
      en: 'run in the background; kubemin down stops it',
      zh: '在后台运行；用 kubemin down 停止',
    }),
    flags: settingFlags({ of: 'up', help: ['port', 'kubeconfig'] }),
  },
  examples: [
    { line: 'kubemin up --port 0 --kube-port 0 --nodes 2', needs: 'nothing', alone: true },
    { line: 'kubemin up --demo --port 0 --kube-port 0', needs: 'nothing', alone: true },
    { line: 'kubemin up --detach --port 0 --kube-port 0', needs: 'nothing', alone: true },
  ],
  load: async () => {
    const { up } = await import('./up.ts');
    return up;
  },
});

/** `kubemin down`. */
export const downCommand = defineCommand({
  path: ['down'],
  group: 'start',
  summary: {
    en: 'stop KubeMin; the next up restores all applications',
    zh: '停止正在运行的 KubeMin；下次 up 之后应用照旧',
  },
  examples: [{ line: 'kubemin down', needs: 'platform', alone: true }],
  load: async () => {
    const { down } = await import('./down.ts');
    return down;
  },
});

/** `kubemin reset`. */
export const resetCommand = defineCommand({
  path: ['reset'],
  group: 'start',
  summary: {
    en: 'stop KubeMin and delete its data directory',
    zh: '停止 KubeMin，并删除其数据目录中的一切',
  },
  help: {
    en: 'Only files created by KubeMin are deleted. Make a copy first with kubemin backup.',
    zh: '只删除 KubeMin 自己产生的内容。可先用 kubemin backup 备份。',
  },
  examples: [{ line: 'kubemin reset --yes', needs: 'platform', alone: true }],
  load: async () => {
    const { reset } = await import('./reset.ts');
    return reset;
  },
});

/** `kubemin doctor`. */
export const doctorCommand = defineCommand({
  path: ['doctor'],
  group: 'start',
  summary: { en: 'check for problems and suggest fixes', zh: '查找问题并说明如何处理' },
  help: {
    en: 'Checks the configuration, the server and its version, the token, clocks, clusters, the queue and the document in this directory. Changes nothing; exits with 1 if a check fails.',
    zh: '检查配置、服务器及其版本、令牌、时钟、集群、队列以及当前目录的文档。它不做任何更改；有问题时以 1 结束。',
  },
  examples: [
    { line: 'kubemin doctor', needs: 'platform' },
    { line: 'kubemin doctor -o json', needs: 'platform' },
  ],
  load: async () => {
    const { doctor } = await import('./doctor.ts');
    return doctor;
  },
});

/** `kubemin version`. */
export const versionCommand = defineCommand({
  path: ['version'],
  group: 'start',
  summary: {
    en: 'print the version of this command and of the server',
    zh: '显示本命令的版本，以及有应答的服务器的版本',
  },
  options: {
    client: flag('--client', {
      en: 'only of this command, without contacting a server',
      zh: '只看本命令的版本，不询问服务器',
    }),
  },
  examples: [
    { line: 'kubemin version', needs: 'platform' },
    { line: 'kubemin version --client -o json', needs: 'nothing' },
  ],
  load: async () => {
    const { version } = await import('./version.ts');
    return version;
  },
});

/** `kubemin server`. */
export const serverCommand = defineCommand({
  path: ['server'],
  group: 'platform',
  summary: { en: 'run only the platform, delivering to an existing cluster', zh: '只运行平台，交付到已有的集群' },
  help: {
    en: 'Every setting also has an environment variable (--msg-type: KUBEMIN_MSG_TYPE) and a name in the configuration file; flags override variables, variables override the file. kubemin config check shows the settings in effect.',
    zh: '每项设置也有环境变量（--msg-type 对应 KUBEMIN_MSG_TYPE）和配置文件中的名称；命令行优先于环境变量，环境变量优先于文件。kubemin config check 显示生效的值。',
  },
  options: { flags: settingFlags({ of: 'server', help: 'all' }) },
  examples: [{ line: 'kubemin server --kubeconfig kubeconfig --port 0', needs: 'platform', alone: true }],
  load: async () => {
    const { server } = await import('./server.ts');
    return server;
  },
});

/** `kubemin apiserver`. */
export const apiserverCommand = defineCommand({
  path: ['apiserver'],
  group: 'platform',
  summary: {
    en: 'run only a Kubernetes-compatible API server, without nodes or controllers',
    zh: '单独运行兼容 Kubernetes 的 API 服务器，不含集群与控制器',
  },
  options: apiserverOptions,
  examples: [
    { line: 'kubemin apiserver --backend memory --secure-port 0 --insecure-port 0', needs: 'nothing', alone: true },
  ],
  load: async () => {
    const { apiserver } = await import('./apiserver.ts');
    return apiserver;
  },
});

/** `kubemin completion`. */
export const completionCommand = defineCommand({
  path: ['completion'],
  group: 'start',
  summary: {
    en: 'print the completion script of a shell',
    zh: '打印 shell 补全脚本：命令、选项，以及应用、运行与上下文的名称',
  },
  help: {
    en: 'Load it in your shell, for example: source <(kubemin completion bash)',
    zh: '让 shell 读取它的输出，例如：source <(kubemin completion bash)',
  },
  arguments: {
    shell: argument('shell', { en: 'bash, zsh, fish or powershell', zh: 'bash、zsh、fish 或 powershell' }, shellName),
    words: manyArguments('word', {
      en: 'with --candidates: the words after kubemin, up to the cursor',
      zh: '与 --candidates 一起：kubemin 之后、光标之前的各个词',
    }),
  },
  options: {
    candidates: {
      ...flag('--candidates', { en: 'print the candidates at the cursor', zh: '打印光标处可用的内容' }),
      hidden: true,
    },
  },
  examples: [
    { line: 'kubemin completion bash', needs: 'nothing' },
    { line: 'kubemin completion fish --candidates -- run w', needs: 'nothing' },
  ],
  load: async () => {
    const { completion } = await import('./completion.ts');
    return completion;
  },
});

/** `kubemin api`. */
export const apiCommand = defineCommand({
  path: ['api'],
  group: 'platform',
  summary: { en: 'send a request to the REST API and print the response', zh: '向 REST API 发送请求并打印应答' },
  help: {
    en: 'Paths are relative to /api/v1. Fields are sent as the query of a GET and as a JSON body otherwise; true, false, null and numbers keep their type. Event streams are printed as they arrive.',
    zh: '路径在 /api/v1 之下，除非它以此开头。字段在 GET 时成为查询参数，否则成为 JSON 请求体；true、false、null 与数字按原类型发送。事件流会随到随打印。',
  },
  arguments: {
    method: argument('method', { en: 'GET, POST, PUT, PATCH or DELETE', zh: 'GET、POST、PUT、PATCH 或 DELETE' }),
    path: argument('path', { en: 'for example /applications', zh: '如 /applications' }),
  },
  options: {
    fields: list('-f, --field <key=value>', { en: 'a field of the query or body', zh: '查询或请求体的字段' }, apiField),
    headers: list('-H, --header <name: value>', { en: 'a header to send', zh: '要发送的请求头' }, apiHeader),
    input: option('--input <file>', {
      en: 'the body, from a file or - for stdin',
      zh: '请求体，取自文件；- 表示标准输入',
    }),
    include: flag('-i, --include', { en: 'print status and headers too', zh: '同时打印状态与响应头' }),
  },
  examples: [
    { line: 'kubemin api GET /applications -f limit=5', needs: 'platform' },
    { line: 'kubemin api GET /whoami --include', needs: 'platform' },
  ],
  load: async () => {
    const { api } = await import('./api.ts');
    return api;
  },
});
