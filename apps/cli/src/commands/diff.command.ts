import { optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin diff`. */
export const diffCommand = defineCommand({
  path: ['diff'],
  group: 'author',
  summary: {
    en: 'show what deploying would change in the cluster, field by field; nothing is changed',
    zh: '逐字段显示部署会改变集群中的什么；不做改动',
  },
  arguments: {
    target: optionalArgument('file|app', {
      en: 'a document, or the name or id of an application (default: kubemin.yaml here)',
      zh: '文档，或应用的名称或 id（默认：当前目录的 kubemin.yaml）',
    }),
  },
  examples: [
    { line: 'kubemin diff examples/hello.yaml', needs: 'platform' },
    { line: 'kubemin diff demo', needs: 'demo' },
  ],
  load: async () => {
    const { diff } = await import('./diff.ts');
    return diff;
  },
});
