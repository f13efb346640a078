import { optionalArgument } from '../command/arguments.ts';
import { linkedAppArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { revisionNumber } from '../command/readers/revision.ts';

/** `kubemin revision diff`. */
export const revisionDiffCommand = defineCommand({
  path: ['revision', 'diff'],
  group: 'deliver',
  summary: {
    en: 'show in what two revisions differ: the last two, one and the one before it, or any two',
    zh: '显示两个修订版的差异：最近两个、某个与其前一个，或任意两个',
  },
  arguments: {
    app: linkedAppArgument,
    one: optionalArgument(
      'revision',
      { en: 'number of a revision (default: the current one)', zh: '修订版编号（默认：当前的）' },
      revisionNumber,
    ),
    other: optionalArgument(
      'other',
      { en: 'number of another to compare it with (default: the one before it)', zh: '与之比较的编号（默认：前一个）' },
      revisionNumber,
    ),
  },
  examples: [
    { line: 'kubemin revision diff demo', needs: 'demo' },
    { line: 'kubemin revision diff demo 1 2', needs: 'demo' },
  ],
  load: async () => {
    const { diffRevisions } = await import('./revision-diff.ts');
    return diffRevisions;
  },
});
