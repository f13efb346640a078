import { manyArguments } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { ExitCode } from '../exit-code.ts';

/** `kubemin top`. */
export const topCommand = defineCommand({
  path: ['top'],
  group: 'observe',
  summary: {
    en: 'show what containers use of processor and memory (not there yet; says what to use)',
    zh: '显示容器占用的 CPU 与内存（尚不支持；会说明替代办法）',
  },
  arguments: { words: manyArguments('word', { en: 'taken, whatever it is', zh: '任意参数' }) },
  passThrough: true,
  examples: [{ line: 'kubemin top', needs: 'nothing', exit: ExitCode.failed }],
  load: async () => {
    const { notServed } = await import('./not-served.ts');
    return notServed('top');
  },
});
