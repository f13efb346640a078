import { argument } from '../command/arguments.ts';
import { linkedAppArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { revisionNumber } from '../command/readers/revision.ts';

/** `kubemin revision show`. */
export const revisionShowCommand = defineCommand({
  path: ['revision', 'show'],
  group: 'deliver',
  summary: { en: 'print the document of a revision, secret values masked', zh: '打印某个修订版的文档，密文已遮盖' },
  arguments: {
    app: linkedAppArgument,
    revision: argument('revision', { en: 'number of the revision', zh: '修订版编号' }, revisionNumber),
  },
  examples: [{ line: 'kubemin revision show demo 1', needs: 'demo' }],
  load: async () => {
    const { showRevision } = await import('./revision-show.ts');
    return showRevision;
  },
});
