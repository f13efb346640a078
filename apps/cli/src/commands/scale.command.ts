import { someArguments } from '../command/arguments.ts';
import { linkedAppArgument, waitOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { componentReplicas } from '../command/readers/replicas.ts';

/** `kubemin scale`. */
export const scaleCommand = defineCommand({
  path: ['scale'],
  group: 'deliver',
  summary: {
    en: 'change how many copies of components run; nothing is restarted',
    zh: '调整组件的副本数；不会重启任何东西',
  },
  arguments: {
    app: linkedAppArgument,
    replicas: someArguments('component=count', { en: 'as web=3', zh: '如 web=3' }, componentReplicas),
  },
  options: { wait: waitOption },
  examples: [{ line: 'kubemin scale demo web=3', needs: 'demo' }],
  load: async () => {
    const { scale } = await import('./scale.ts');
    return scale;
  },
});
