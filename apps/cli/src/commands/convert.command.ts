import { defineCommand } from '../command/define-command.ts';
import { objectFilesOption } from '../command/object-parameters.ts';

/** `kubemin convert`. */
export const convertCommand = defineCommand({
  path: ['convert'],
  group: 'platform',
  summary: {
    en: "print objects in the dialect of Minik8s in Kubernetes' own words; nothing is applied",
    zh: '将 Minik8s 写法的对象打印为 Kubernetes 自身写法；不应用任何内容',
  },
  help: {
    en: 'What is not as it was is told on the other stream. To make an application of such a file: kubemin import FILE.',
    zh: '与原文不同之处会输出到另一个流。若要把此类文件变成应用：kubemin import FILE。',
  },
  options: { files: objectFilesOption },
  examples: [{ line: 'kubemin convert -f minik8s-pod.yaml', needs: 'nothing' }],
  load: async () => {
    const { convert } = await import('./convert.ts');
    return convert;
  },
});
