import { argument, manyArguments, someArguments } from '../command/arguments.ts';
import { linkedAppSummary, waitOption } from '../command/common-parameters.ts';
import { defineCommand, readParameter } from '../command/define-command.ts';
import { componentReplicas } from '../command/readers/replicas.ts';

const replicasArgument = someArguments('component=count', { en: 'as web=3', zh: '如 web=3' }, componentReplicas);

/** `kubemin scale`. */
export const scaleCommand = defineCommand({
  path: ['scale'],
  group: 'deliver',
  summary: {
    en: 'change how many copies of components run; nothing is restarted',
    zh: '调整组件的副本数；不会重启任何东西',
  },
  arguments: {
    first: argument('app', linkedAppSummary),
    others: manyArguments('component=count', replicasArgument.summary),
  },
  options: { wait: waitOption },
  examples: [{ line: 'kubemin scale demo web=3', needs: 'demo' }],
  load: async () => {
    const { scale } = await import('./scale.ts');
    return (context, { first, others, wait }) => {
      // Where the directory is linked to an application, what stands first is already a component.
      const counts = first.includes('=') ? [first, ...others] : others;
      const app = first.includes('=') ? undefined : first;
      // None at all is as wrong as a wrong one.
      const replicas = readParameter(replicasArgument, counts.length === 0 ? [''] : counts);
      return scale(context, { app, replicas, wait });
    };
  },
});
