import { manyArguments } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { ExitCode } from '../exit-code.ts';

/** `kubemin port-forward`. */
export const portForwardCommand = defineCommand({
  path: ['port-forward'],
  group: 'observe',
  summary: {
    en: 'lead a local port to a component (not there yet; says what to use)',
    zh: '把本地端口转发到组件（尚不支持；会说明替代办法）',
  },
  arguments: { words: manyArguments('word', { en: 'taken, whatever it is', zh: '任意参数' }) },
  passThrough: true,
  examples: [{ line: 'kubemin port-forward demo/web 8080:80', needs: 'nothing', exit: ExitCode.failed }],
  load: async () => {
    const { notServed } = await import('./not-served.ts');
    return notServed('port-forward');
  },
});
