import {
  argument,
  choice,
  defineCommand,
  directClusterOptions,
  durationMs,
  flag,
  manyArguments,
  namespaceOption,
  option,
  optionalArgument,
  regularExpression,
  someArguments,
  wholeNumber,
} from '../command/index.ts';
import { portPair } from '../pods/index.ts';
import { ExitCode } from '../terminal/index.ts';

/** `kubemin logs`. */
export const logsCommand = defineCommand({
  path: ['logs'],
  group: 'observe',
  summary: { en: 'print the logs of an application', zh: '显示应用容器的输出' },
  arguments: {
    target: optionalArgument('app', {
      en: 'APP, APP/COMPONENT or pod/NAME (default: the application this directory is linked to)',
      zh: 'APP、APP/COMPONENT 或 pod/NAME（默认：当前目录所关联的应用）',
    }),
  },
  options: {
    follow: flag('-f, --follow', {
      en: 'follow the logs, including those of new pods',
      zh: '持续显示，包括之后出现的 Pod',
    }),
    container: option('-c, --container <name>', { en: 'only this container', zh: '只看这个容器' }),
    allContainers: flag('--all-containers', { en: 'all containers', zh: '显示所有容器' }),
    previous: flag('--previous', { en: 'logs of the container before its last restart', zh: '上次重启前的容器' }),
    since: option('--since <duration>', { en: 'only newer than this: 10m', zh: '只看这段时间内的：10m' }, durationMs),
    tail: option(
      '--tail <lines>',
      { en: 'number of last lines of each log', zh: '每个只看最后多少行' },
      wholeNumber(0, 1_000_000),
    ),
    grep: option(
      '--grep <expression>',
      { en: 'only lines that match this expression', zh: '只看匹配该表达式的行' },
      regularExpression,
    ),
    search: option('--search <text>', {
      en: 'only lines that contain this text; the platform searches',
      zh: '只看含有该文本的行；由平台查找',
    }),
    gone: flag('--gone', {
      en: 'the logs of pods that are gone, as the platform has kept them',
      zh: '已消失的 Pod 的日志（由平台保留）',
    }),
    timestamps: flag('--timestamps', { en: 'print a timestamp with each line', zh: '显示每行的写入时间' }),
    namespace: namespaceOption,
    ...directClusterOptions,
  },
  examples: [
    { line: 'kubemin logs demo --tail 20', needs: 'demo' },
    { line: 'kubemin logs demo --gone --search error', needs: 'demo' },
  ],
  load: async () => {
    const { logs } = await import('./logs.ts');
    return logs;
  },
});

/** `kubemin exec`. */
export const execCommand = defineCommand({
  path: ['exec'],
  group: 'observe',
  summary: { en: 'run a command in a container', zh: '在容器中执行命令' },
  arguments: {
    target: argument('app', {
      en: 'APP, APP/COMPONENT or pod/NAME; picks a ready pod',
      zh: 'APP、APP/COMPONENT 或 pod/NAME；有多个 Pod 时取就绪的一个',
    }),
    command: someArguments('command', { en: 'the command, after --', zh: '要执行的命令，写在 -- 之后' }),
  },
  options: {
    container: option('-c, --container <name>', { en: 'container to use', zh: '在这个容器中' }),
    stdin: flag('-i, --stdin', { en: 'pass stdin to the container', zh: '把管道或键盘输入交给它' }),
    tty: flag('-t, --tty', {
      en: 'allocate a terminal; for a shell: -it',
      zh: '把当前终端交给它，用于 shell：-it',
    }),
    namespace: namespaceOption,
    ...directClusterOptions,
  },
  examples: [{ line: 'kubemin exec demo -- echo hello', needs: 'demo' }],
  load: async () => {
    const { exec } = await import('./exec.ts');
    return exec;
  },
});

/** `kubemin attach`. */
export const attachCommand = defineCommand({
  path: ['attach'],
  group: 'observe',
  summary: { en: 'attach to the process of a container', zh: '连接到容器中正在运行的进程' },
  arguments: {
    target: argument('app', {
      en: 'APP, APP/COMPONENT or pod/NAME; picks a ready pod',
      zh: 'APP、APP/COMPONENT 或 pod/NAME；有多个 Pod 时取就绪的一个',
    }),
  },
  options: {
    container: option('-c, --container <name>', { en: 'container to use', zh: '连接到这个容器' }),
    stdin: flag('-i, --stdin', { en: 'pass stdin to the container', zh: '把管道或键盘输入交给它' }),
    tty: flag('-t, --tty', {
      en: 'attach the terminal, if the container has one: -it; Ctrl-P Ctrl-Q detaches',
      zh: '若容器有终端，则把当前终端交给它：-it；Ctrl-P Ctrl-Q 离开，进程继续运行',
    }),
    namespace: namespaceOption,
    ...directClusterOptions,
  },
  examples: [{ line: 'kubemin attach demo', needs: 'demo', exit: ExitCode.interrupted }],
  load: async () => {
    const { attach } = await import('./attach.ts');
    return attach;
  },
});

/** `kubemin debug`. */
export const debugCommand = defineCommand({
  path: ['debug'],
  group: 'observe',
  summary: {
    en: 'add a container with a shell to a pod, for containers without one, and run a command there',
    zh: '为没有 shell 的容器在其 Pod 中添加一个带 shell 的容器，并在其中执行命令',
  },
  arguments: {
    target: argument('app', {
      en: 'APP, APP/COMPONENT or pod/NAME; picks a ready pod',
      zh: 'APP、APP/COMPONENT 或 pod/NAME；有多个 Pod 时取就绪的一个',
    }),
    command: manyArguments('command', {
      en: 'the command, after -- (default: sh)',
      zh: '要执行的命令，写在 -- 之后（默认：sh）',
    }),
  },
  options: {
    image: option('--image <image>', {
      en: 'image of the container (default: busybox:stable)',
      zh: '容器的镜像（默认：busybox:stable）',
    }),
    container: option('-c, --container <name>', {
      en: 'see the processes of this container',
      zh: '可看到此容器的进程',
    }),
    namespace: namespaceOption,
  },
  examples: [{ line: 'kubemin debug demo -- echo hello', needs: 'demo' }],
  load: async () => {
    const { debug } = await import('./debug.ts');
    return debug;
  },
});

/** `kubemin top`. */
export const topCommand = defineCommand({
  path: ['top'],
  group: 'observe',
  summary: {
    en: 'show CPU and memory usage of nodes or pods',
    zh: '显示节点或应用的 Pod 占用的 CPU 与内存',
  },
  arguments: {
    what: optionalArgument('app', {
      en: 'nodes (default), pods, APP, APP/COMPONENT or pod/NAME',
      zh: 'nodes（默认）、pods、APP、APP/COMPONENT 或 pod/NAME',
    }),
  },
  options: {
    containers: flag('--containers', { en: 'show each container separately', zh: '分别显示 Pod 中的各个容器' }),
    sort: choice(
      '--sort <column>',
      { en: 'sort by usage, highest first (default: by name)', zh: '从多到少排列（默认：按名称）' },
      ['name', 'cpu', 'memory'],
    ),
    namespace: namespaceOption,
    ...directClusterOptions,
  },
  examples: [
    { line: 'kubemin top nodes', needs: 'demo' },
    { line: 'kubemin top demo --containers', needs: 'demo' },
  ],
  load: async () => {
    const { top } = await import('./top.ts');
    return top;
  },
});

/** `kubemin port-forward`. */
export const portForwardCommand = defineCommand({
  path: ['port-forward'],
  group: 'observe',
  summary: {
    en: 'forward local ports to a component, a pod or a Service until Ctrl-C',
    zh: '把本机端口转发到组件、Pod 或 Service，直到按 Ctrl-C',
  },
  arguments: {
    target: argument('app', {
      en: 'APP, APP/COMPONENT, pod/NAME or svc/NAME; picks a ready pod',
      zh: 'APP、APP/COMPONENT、pod/NAME 或 svc/NAME；有多个 Pod 时取就绪的一个',
    }),
    ports: someArguments(
      'port',
      {
        en: 'LOCAL:REMOTE; REMOTE alone uses the same port, :REMOTE a free local port',
        zh: 'LOCAL:REMOTE；只写 REMOTE 表示两端相同，:REMOTE 表示任选本地空闲端口',
      },
      portPair,
    ),
  },
  options: {
    address: option('--address <host>', {
      en: 'local address to listen on (default: 127.0.0.1)',
      zh: '在本机的哪个地址监听（默认：127.0.0.1）',
    }),
    namespace: namespaceOption,
    ...directClusterOptions,
  },
  examples: [{ line: 'kubemin port-forward demo/web :80', needs: 'demo' }],
  load: async () => {
    const { portForward } = await import('./port-forward.ts');
    return portForward;
  },
});
