import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { ExitCode } from './exit-code.ts';
import { type Located, located, type Output, withOutput } from './located.ts';

interface AddFlags extends Located {
  readonly kubeconfig: string;
  readonly context?: string;
  readonly replace: boolean;
}

/** Adds the commands about the clusters that applications are delivered to. */
export function addClusterCommands(
  program: Command,
  { context, finish }: { readonly context: CommandContext; readonly finish: (code: ExitCode) => void },
): void {
  const clusters = program.command('cluster').description('clusters that applications are delivered to');
  withOutput(located(clusters.command('ls')))
    .description('list the clusters that documents may name')
    .action(async (options: Located & { readonly output: Output }) => {
      const { listClusters } = await import('./commands/cluster-ls.ts');
      finish(await listClusters(context, options));
    });
  located(clusters.command('add'))
    .description('register a cluster by its kubeconfig, once it answers')
    .argument('<name>', 'what documents call it')
    .requiredOption(
      '--kubeconfig <file>',
      'one that holds everything itself (kubectl config view --flatten --minify --raw)',
    )
    .option('--context <name>', 'context of the kubeconfig (default: its current one)')
    .option('--replace', 'it is registered already: give it this kubeconfig', false)
    .action(async (name: string, options: AddFlags) => {
      const { addCluster } = await import('./commands/cluster-add.ts');
      finish(await addCluster(context, { ...options, name }));
    });
  located(clusters.command('check'))
    .description('ask a cluster whether it answers')
    .argument('<name>', 'of the cluster')
    .action(async (name: string, options: Located) => {
      const { checkCluster } = await import('./commands/cluster-check.ts');
      finish(await checkCluster(context, { ...options, name }));
    });
  located(clusters.command('rm'))
    .description('forget a cluster that no application names; what is in it stays')
    .argument('<name>', 'of the cluster')
    .action(async (name: string, options: Located) => {
      const { removeCluster } = await import('./commands/cluster-rm.ts');
      finish(await removeCluster(context, { ...options, name }));
    });
}
