import { meantAppArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin revision ls`. */
export const revisionLsCommand = defineCommand({
  path: ['revision', 'ls'],
  group: 'deliver',
  summary: { en: 'list the revisions of an application', zh: '列出应用的修订版' },
  arguments: { app: meantAppArgument },
  examples: [{ line: 'kubemin revision ls demo', needs: 'demo' }],
  load: async () => {
    const { listRevisions } = await import('./revision-ls.ts');
    return listRevisions;
  },
});
