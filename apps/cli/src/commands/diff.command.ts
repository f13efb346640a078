import { optionalArgument } from '../command/arguments.ts';
import { lenientOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { option } from '../command/options.ts';
import { revisionNumber } from '../command/readers/revision.ts';
import { ExitCode } from '../exit-code.ts';

/** `kubemin diff`. */
export const diffCommand = defineCommand({
  path: ['diff'],
  group: 'author',
  summary: {
    en: 'show what deploying would change in the cluster, field by field; nothing is changed',
    zh: '逐字段显示部署会改变集群中的什么；不做改动',
  },
  help: {
    en: 'Exits with 0 when nothing would change, with 1 when something would, and with 2 or more when that cannot be told or would be refused.',
    zh: '没有变化时退出码为 0，有变化时为 1；无法判断或会被拒绝时为 2 或更大。',
  },
  arguments: {
    target: optionalArgument('file|app', {
      en: 'a document, or the name or id of an application (default: kubemin.yaml here)',
      zh: '文档，或应用的名称或 id（默认：当前目录的 kubemin.yaml）',
    }),
  },
  options: {
    lenient: lenientOption,
    revision: option(
      '--revision <number>',
      { en: 'of an application: what delivering this revision would change', zh: '针对应用：交付该修订版会改变什么' },
      revisionNumber,
    ),
  },
  examples: [
    { line: 'kubemin diff examples/hello.yaml', needs: 'platform', exit: ExitCode.differs },
    { line: 'kubemin diff demo', needs: 'demo' },
  ],
  load: async () => {
    const { diff } = await import('./diff.ts');
    return diff;
  },
});
