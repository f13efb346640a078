import { optionalArgument } from '../command/arguments.ts';
import { linkedAppSummary } from '../command/common-parameters.ts';
import { defineCommand, readParameter } from '../command/define-command.ts';
import { revisionNumber } from '../command/readers/revision.ts';

const oneArgument = optionalArgument(
  'revision',
  { en: 'number of a revision (default: the current one)', zh: '修订版编号（默认：当前的）' },
  revisionNumber,
);

const otherArgument = optionalArgument(
  'other',
  { en: 'number of another to compare it with (default: the one before it)', zh: '与之比较的编号（默认：前一个）' },
  revisionNumber,
);

/** `kubemin revision diff`. */
export const revisionDiffCommand = defineCommand({
  path: ['revision', 'diff'],
  group: 'deliver',
  summary: {
    en: 'show in what two revisions differ: the last two, one and the one before it, or any two',
    zh: '显示两个修订版的差异：最近两个、某个与其前一个，或任意两个',
  },
  arguments: {
    first: optionalArgument('app', linkedAppSummary),
    second: optionalArgument('revision', oneArgument.summary),
    third: optionalArgument('other', otherArgument.summary),
  },
  examples: [
    { line: 'kubemin revision diff demo', needs: 'demo' },
    { line: 'kubemin revision diff demo 1 2', needs: 'demo' },
  ],
  load: async () => {
    const { diffRevisions } = await import('./revision-diff.ts');
    return (context, { first, second, third }) => {
      // Where the directory is linked to an application, what stands first is already a revision.
      const linked = first !== undefined && /^\d+$/.test(first);
      const [app, one, other] = linked ? [undefined, first, second] : [first, second, third];
      // Three revisions are one too many.
      if (linked && third !== undefined) readParameter(otherArgument, [`${second} ${third}`]);
      const read = (parameter: typeof oneArgument, text: string | undefined) =>
        readParameter(parameter, text === undefined ? [] : [text]);
      return diffRevisions(context, { app, one: read(oneArgument, one), other: read(otherArgument, other) });
    };
  },
});
