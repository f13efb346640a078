import { fileArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin render`. */
export const renderCommand = defineCommand({
  path: ['render'],
  group: 'author',
  summary: {
    en: 'print the Kubernetes objects of a document; nothing is stored',
    zh: '打印文档对应的 Kubernetes 对象；不保存任何内容',
  },
  arguments: { file: fileArgument },
  examples: [
    { line: 'kubemin render examples/hello.yaml', needs: 'platform' },
    { line: 'kubemin render -o json', needs: 'demo' },
  ],
  load: async () => {
    const { render } = await import('./render.ts');
    return render;
  },
});
