import { argument, optionalArgument } from '../command/arguments.ts';
import { linkedAppSummary } from '../command/common-parameters.ts';
import { defineCommand, readParameter } from '../command/define-command.ts';
import { revisionNumber } from '../command/readers/revision.ts';

const revisionArgument = argument('revision', { en: 'number of the revision', zh: '修订版编号' }, revisionNumber);

/** `kubemin revision show`. */
export const revisionShowCommand = defineCommand({
  path: ['revision', 'show'],
  group: 'deliver',
  summary: { en: 'print the document of a revision, secret values masked', zh: '打印某个修订版的文档，密文已遮盖' },
  arguments: {
    first: argument('app', linkedAppSummary),
    second: optionalArgument('revision', revisionArgument.summary),
  },
  examples: [{ line: 'kubemin revision show demo 1', needs: 'demo' }],
  load: async () => {
    const { showRevision } = await import('./revision-show.ts');
    return (context, { first, second }) => {
      // Where the directory is linked to an application, what stands first is already the revision.
      const app = second === undefined ? undefined : first;
      return showRevision(context, { app, revision: readParameter(revisionArgument, [second ?? first]) });
    };
  },
});
