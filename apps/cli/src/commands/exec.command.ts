import { argument, someArguments } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { clusterOptions, namespaceOption } from '../command/object-parameters.ts';
import { flag, option } from '../command/options.ts';

/** `kubemin exec`. */
export const execCommand = defineCommand({
  path: ['exec'],
  group: 'observe',
  summary: { en: 'run a command in a container', zh: '在容器中执行命令' },
  arguments: {
    target: argument('app', {
      en: 'APP, APP/COMPONENT or pod/NAME; of several pods, one that is ready',
      zh: 'APP、APP/COMPONENT 或 pod/NAME；有多个 Pod 时取就绪的一个',
    }),
    command: someArguments('command', { en: 'the command, behind --', zh: '要执行的命令，写在 -- 之后' }),
  },
  options: {
    container: option('-c, --container <name>', { en: 'in this container', zh: '在这个容器中' }),
    stdin: flag('-i, --stdin', { en: 'give it what is piped in or typed', zh: '把管道或键盘输入交给它' }),
    tty: flag('-t, --tty', {
      en: 'lend it this terminal, for a shell: -it',
      zh: '把当前终端交给它，用于 shell：-it',
    }),
    namespace: namespaceOption,
    ...clusterOptions,
  },
  examples: [{ line: 'kubemin exec demo -- echo hello', needs: 'demo' }],
  load: async () => {
    const { exec } = await import('./exec.ts');
    return exec;
  },
});
