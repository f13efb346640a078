import { fileArgument, lenientOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag } from '../command/options.ts';

/** `kubemin render`. */
export const renderCommand = defineCommand({
  path: ['render'],
  group: 'author',
  summary: {
    en: 'print the Kubernetes objects of a document; nothing is stored, and no platform needs to run',
    zh: '打印文档对应的 Kubernetes 对象；不保存任何内容，也无需平台运行',
  },
  arguments: { file: fileArgument },
  options: {
    lenient: lenientOption,
    offline: flag('--offline', { en: 'ask no platform, even if one runs', zh: '即使有平台运行也不询问' }),
  },
  examples: [
    { line: 'kubemin render examples/hello.yaml', needs: 'platform' },
    { line: 'kubemin render --offline', needs: 'document' },
    { line: 'kubemin render -o json', needs: 'demo' },
  ],
  load: async () => {
    const { render } = await import('./render.ts');
    return render;
  },
});
