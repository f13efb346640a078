import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { ExitCode } from './exit-code.ts';
import { type Located, located, type Output, withOutput } from './located.ts';

/** What a command is run with, and who is told how it ended. */
interface Surroundings {
  readonly context: CommandContext;
  readonly finish: (code: ExitCode) => void;
}

interface Answered extends Located {
  readonly output: Output;
}

/** Adds the commands that say what would be done. */
export function addPlanCommands(program: Command, { context, finish }: Surroundings): void {
  located(program.command('render'))
    .description('print the Kubernetes objects of a document; nothing is stored')
    .argument('[file]', 'JSON or YAML document (default: kubemin.yaml or kubemin.json here)')
    .addOption(new Option('-o, --output <format>', 'what to print').choices(['yaml', 'json']).default('yaml'))
    .action(async (file: string | undefined, options: Located & { readonly output: 'yaml' | 'json' }) => {
      const { render } = await import('./commands/render.ts');
      finish(await render(context, { ...options, file }));
    });

  withOutput(located(program.command('diff')))
    .description('show what deploying would change in the cluster, field by field; nothing is changed')
    .argument('[file|app]', 'a document, or the name or id of an application (default: kubemin.yaml here)')
    .action(async (target: string | undefined, options: Answered) => {
      const { diff } = await import('./commands/diff.ts');
      finish(await diff(context, { ...options, target }));
    });
}

/** Adds the commands that look at single revisions. */
export function addRevisionCommands(revisions: Command, { context, finish }: Surroundings): void {
  withOutput(located(revisions.command('show')))
    .description('print the document of a revision, secret values masked')
    .argument('<app>', 'name or id of the application')
    .argument('<revision>', 'number of the revision', revision)
    .action(async (app: string, wanted: number, options: Answered) => {
      const { showRevision } = await import('./commands/revision-show.ts');
      finish(await showRevision(context, { ...options, app, revision: wanted }));
    });

  withOutput(located(revisions.command('diff')))
    .description('show in what two revisions differ: the last two, one and the one before it, or any two')
    .argument('<app>', 'name or id of the application')
    .argument('[revision]', 'number of a revision (default: the current one)', revision)
    .argument('[other]', 'number of another to compare it with (default: the one before it)', revision)
    .action(async (app: string, one: number | undefined, other: number | undefined, options: Answered) => {
      const { diffRevisions } = await import('./commands/revision-diff.ts');
      finish(await diffRevisions(context, { ...options, app, one, other }));
    });
}

/** Reads the number of a revision. */
export function revision(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A revision is a whole number from 1.');
}
