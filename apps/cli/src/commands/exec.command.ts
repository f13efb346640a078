import { manyArguments } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { ExitCode } from '../exit-code.ts';

/** `kubemin exec`. */
export const execCommand = defineCommand({
  path: ['exec'],
  group: 'observe',
  summary: {
    en: 'run a command in a container (not there yet; says what to use)',
    zh: '在容器中执行命令（尚不支持；会说明替代办法）',
  },
  arguments: { words: manyArguments('word', { en: 'taken, whatever it is', zh: '任意参数' }) },
  passThrough: true,
  examples: [{ line: 'kubemin exec demo/web -- sh', needs: 'nothing', exit: ExitCode.failed }],
  load: async () => {
    const { notServed } = await import('./not-served.ts');
    return notServed('exec');
  },
});
