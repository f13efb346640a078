import { optionalArgument } from '../command/arguments.ts';
import { linkedAppArgument, waitOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag } from '../command/options.ts';
import { revisionNumber } from '../command/readers/revision.ts';

/** `kubemin rollback`. */
export const rollbackCommand = defineCommand({
  path: ['rollback'],
  group: 'deliver',
  summary: { en: 'bring an application back to what an earlier revision was', zh: '把应用回滚到此前某个修订版的内容' },
  arguments: {
    app: linkedAppArgument,
    revision: optionalArgument(
      'revision',
      {
        en: 'number of the revision (default: the one that was delivered before)',
        zh: '修订版编号（默认：此前交付的那个）',
      },
      revisionNumber,
    ),
  },
  options: {
    dryRun: flag('--dry-run', {
      en: 'show what it would change in the cluster, and change nothing',
      zh: '预演：只显示集群中会有什么变化，不做改动',
    }),
    wait: waitOption,
  },
  examples: [
    { line: 'kubemin rollback demo 1 --dry-run', needs: 'demo' },
    { line: 'kubemin rollback demo 1 --yes', needs: 'demo' },
  ],
  load: async () => {
    const { rollback } = await import('./rollback.ts');
    return rollback;
  },
});
