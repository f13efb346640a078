import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { ExitCode } from './exit-code.ts';
import { type Located, located, type Output, withOutput } from './located.ts';
import { addRevisionCommands, revision } from './plan-commands.ts';

/** What a command is run with, and who is told how it ended. */
interface Surroundings {
  readonly context: CommandContext;
  readonly finish: (code: ExitCode) => void;
}

interface Waiting extends Located {
  readonly wait: boolean;
}

interface Confirmed extends Waiting {
  readonly yes?: boolean;
}

/** Adds the commands that operate applications that are there. */
export function addOperationCommands(program: Command, { context, finish }: Surroundings): void {
  waiting(program.command('scale'))
    .description('change how many copies of components run; nothing is restarted')
    .argument('<app>', 'name or id of the application')
    .argument('<component=count...>', 'as web=3', counts)
    .action(async (app: string, replicas: Readonly<Record<string, number>>, options: Waiting) => {
      const { scale } = await import('./commands/scale.ts');
      finish(await scale(context, { ...options, app, replicas }));
    });

  waiting(program.command('restart'))
    .description('replace the pods of components by new ones, a few at a time')
    .argument('<app>', 'name or id of the application')
    .argument('[component...]', 'which components (default: all that run)')
    .action(async (app: string, components: readonly string[], options: Waiting) => {
      const { restart } = await import('./commands/restart.ts');
      finish(await restart(context, { ...options, app, components }));
    });

  confirmed(waiting(program.command('rollback')))
    .description('bring an application back to what an earlier revision was')
    .argument('<app>', 'name or id of the application')
    .argument('[revision]', 'number of the revision (default: the one that was delivered before)', revision)
    .option('--dry-run', 'show what it would change in the cluster, and change nothing', false)
    .action(async (app: string, wanted: number | undefined, { yes = false, ...options }: Confirmed & DryRun) => {
      const { rollback } = await import('./commands/rollback.ts');
      finish(await rollback(context, { ...options, app, revision: wanted, yes }));
    });

  confirmed(waiting(program.command('delete')))
    .description(
      'delete an application and what it has in the cluster; the data of its volumes stays unless told otherwise',
    )
    .argument('<app>', 'name or id of the application')
    .option('--volumes', 'delete its volume claims too, and their data with them', false)
    .option('--keep-definition', 'delete only what it has in the cluster; it can be deployed again', false)
    .action(async (app: string, { yes = false, ...options }: Confirmed & DeleteFlags) => {
      const { deleteApplication } = await import('./commands/delete.ts');
      finish(await deleteApplication(context, { ...options, app, yes }));
    });

  const revisions = program.command('revision').description('revisions of applications');
  withOutput(located(revisions.command('ls')))
    .description('list the revisions of an application')
    .argument('<app>', 'name or id of the application')
    .action(async (app: string, options: Located & { readonly output: Output }) => {
      const { listRevisions } = await import('./commands/revision-ls.ts');
      finish(await listRevisions(context, { ...options, app }));
    });
  addRevisionCommands(revisions, { context, finish });
}

interface DryRun {
  readonly dryRun: boolean;
}

interface DeleteFlags {
  readonly volumes: boolean;
  readonly keepDefinition: boolean;
}

interface DecisionFlags extends Located {
  readonly job?: string;
  readonly comment?: string;
}

/** Adds the commands that answer runs and take them up again. */
export function addRunCommands(run: Command, { context, finish }: Surroundings): void {
  const verdicts = { approve: 'approved', reject: 'rejected' } as const;
  for (const name of ['approve', 'reject'] as const) {
    located(run.command(name))
      .description(
        name === 'approve' ? 'agree to what a run asks, so that it goes on' : 'refuse what a run asks, which ends it',
      )
      .argument('<run>', 'id of the run, or name of an application for the run under way')
      .option('--job <id>', 'which job, when several ask')
      .option('--comment <text>', 'a word to those who look later')
      .action(async (target: string, options: DecisionFlags) => {
        const { decideRun } = await import('./commands/run-decide.ts');
        finish(await decideRun(context, { ...options, target, verdict: verdicts[name] }));
      });
  }
  located(run.command('logs'))
    .description('show what the programs of its steps have written')
    .argument('<run>', 'id of the run, or name of an application for its latest run')
    .option('--step <name>', 'of this step only')
    .action(async (target: string, options: { readonly dataDir?: string; readonly step?: string }) => {
      const { showLogs } = await import('./commands/run-logs.ts');
      finish(await showLogs(context, { ...options, target }));
    });
  waiting(run.command('retry'))
    .description('take up a run that has ended: what succeeded is kept, the rest runs again')
    .argument('<run>', 'id of the run, or name of an application for its latest run')
    .option('--job <id>', 'do this job again, and nothing else')
    .action(async (target: string, options: Waiting & { readonly job?: string }) => {
      const { retryRun } = await import('./commands/run-retry.ts');
      finish(await retryRun(context, { ...options, target }));
    });
}

function waiting(command: Command): Command {
  return located(command).option('--no-wait', 'return as soon as the run is stored');
}

function confirmed(command: Command): Command {
  return command.option('-y, --yes', 'do not ask whether it is meant');
}

/** Collects `web=3 api=2` into one map. */
function counts(text: string, before?: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const [, component, count] = /^([^=\s]+)=(\d{1,5})$/.exec(text) ?? [];
  if (component === undefined) throw new InvalidArgumentError('Write a component and a whole number, as web=3.');
  return { ...before, [component]: Number(count) };
}
