import { argument, defineCommand, flag, manyArguments, shellName } from '../command/index.ts';

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
