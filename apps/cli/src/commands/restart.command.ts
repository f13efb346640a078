import { manyArguments } from '../command/arguments.ts';
import { meantAppArgument, waitOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin restart`. */
export const restartCommand = defineCommand({
  path: ['restart'],
  group: 'deliver',
  summary: { en: 'replace the pods of components by new ones, a few at a time', zh: '逐步用新的 Pod 替换组件的 Pod' },
  arguments: {
    app: meantAppArgument,
    components: manyArguments('component', {
      en: 'which components (default: all that run)',
      zh: '哪些组件（默认：所有在运行的）',
    }),
  },
  options: { wait: waitOption },
  examples: [{ line: 'kubemin restart demo web', needs: 'demo' }],
  load: async () => {
    const { restart } = await import('./restart.ts');
    return restart;
  },
});
