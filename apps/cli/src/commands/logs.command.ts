import { manyArguments } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { ExitCode } from '../exit-code.ts';

/** `kubemin logs`. */
export const logsCommand = defineCommand({
  path: ['logs'],
  group: 'observe',
  summary: {
    en: 'print what the containers of an application write (not there yet; says what to use)',
    zh: '显示应用容器的输出（尚不支持；会说明替代办法）',
  },
  arguments: { words: manyArguments('word', { en: 'taken, whatever it is', zh: '任意参数' }) },
  passThrough: true,
  examples: [{ line: 'kubemin logs demo', needs: 'nothing', exit: ExitCode.failed }],
  load: async () => {
    const { notServed } = await import('./not-served.ts');
    return notServed('logs');
  },
});
