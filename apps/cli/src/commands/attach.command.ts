import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { clusterOptions, namespaceOption } from '../command/object-parameters.ts';
import { flag, option } from '../command/options.ts';
import { ExitCode } from '../exit-code.ts';

/** `kubemin attach`. */
export const attachCommand = defineCommand({
  path: ['attach'],
  group: 'observe',
  summary: { en: 'join what a container runs', zh: '连接到容器中正在运行的进程' },
  arguments: {
    target: argument('app', {
      en: 'APP, APP/COMPONENT or pod/NAME; of several pods, one that is ready',
      zh: 'APP、APP/COMPONENT 或 pod/NAME；有多个 Pod 时取就绪的一个',
    }),
  },
  options: {
    container: option('-c, --container <name>', { en: 'this container', zh: '连接到这个容器' }),
    stdin: flag('-i, --stdin', { en: 'give it what is piped in or typed', zh: '把管道或键盘输入交给它' }),
    tty: flag('-t, --tty', {
      en: 'lend it this terminal, if it has one: -it; Ctrl-P Ctrl-Q leaves it running',
      zh: '若容器有终端，则把当前终端交给它：-it；Ctrl-P Ctrl-Q 离开，进程继续运行',
    }),
    namespace: namespaceOption,
    ...clusterOptions,
  },
  examples: [{ line: 'kubemin attach demo', needs: 'demo', exit: ExitCode.interrupted }],
  load: async () => {
    const { attach } = await import('./attach.ts');
    return attach;
  },
});
