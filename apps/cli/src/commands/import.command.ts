import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag, option } from '../command/options.ts';
import { passphraseFileOption } from '../command/transfer-parameters.ts';

/** `kubemin import`. */
export const importCommand = defineCommand({
  path: ['import'],
  group: 'author',
  summary: {
    en: 'bring applications in: a bundle of kubemin export, or a Compose, Score, Kubernetes or Minik8s file as kubemin.yaml',
    zh: '导入应用：kubemin export 的加密包，或将 Compose、Score、Kubernetes、Minik8s 文件转为 kubemin.yaml',
  },
  help: {
    en: 'A bundle is stored on the platform whole or not at all. Any other file becomes a document here, with a note of everything that is not as it was; no platform is needed for that.',
    zh: '加密包会整体存入平台，要么全部要么全无。其他文件在本地转换为文档，并列出所有不同之处；无需平台。',
  },
  arguments: { source: argument('file', { en: 'the file; - is what is piped in', zh: '文件；- 表示管道输入' }) },
  options: {
    name: option('--name <app>', {
      en: 'name of the application where the file has none',
      zh: '文件未给出时的应用名称',
    }),
    file: option('-f, --file <file>', {
      en: 'where to write the document (default: kubemin.yaml; - prints it)',
      zh: '文档写到哪里（默认：kubemin.yaml；- 表示打印）',
    }),
    passphraseFile: passphraseFileOption,
    renumber: flag('--renumber', {
      en: 'give components of a bundle new numbers: where theirs are taken; their objects get other labels',
      zh: '为加密包中的组件重新编号：当编号已被占用时；其对象的标签会随之改变',
    }),
    deploy: flag('--deploy', {
      en: 'start a run of every application of a bundle',
      zh: '为加密包中的每个应用启动一次运行',
    }),
  },
  examples: [
    { line: 'kubemin import compose.yaml -f imported.yaml', needs: 'nothing' },
    { line: 'kubemin import everything.kubemin --passphrase-file passphrase.txt', needs: 'demo' },
  ],
  load: async () => {
    const { importFile } = await import('./import.ts');
    return importFile;
  },
});
