import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { apiserverCommand } from './apiserver/apiserver-command.ts';
import type { ApiserverFlags } from './apiserver/apiserver-flags.ts';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit-code.ts';
import { reportError } from './report-error.ts';
import { VERSION } from './version.ts';

type Output = 'table' | 'json';

interface Located {
  readonly dataDir?: string;
}

/** Runs one command line and answers the exit code. Commands load on demand: `--help` pays for none of them. */
export async function runCli(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  let exitCode: ExitCode = ExitCode.ok;
  const program = buildProgram(context, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
    return reportError(error, context);
  }
}

function buildProgram(context: CommandContext, finish: (code: ExitCode) => void): Command {
  const program = new Command('kubemin')
    .description(
      'Describe an application; KubeMin delivers it to Kubernetes, and brings its own cluster where there is none.',
    )
    .version(VERSION, '--version', 'print the version')
    .exitOverride()
    .showHelpAfterError('(kubemin --help lists the commands)')
    .configureOutput({ writeOut: context.terminal.out, writeErr: context.terminal.err });

  placed(program.command('up'))
    .description('start KubeMin here: embedded cluster, platform, and what was deployed before')
    .option('--demo', 'deploy the demo application and show its workflow')
    .option('--port <port>', 'port of the platform API; 0 picks a free one', port, 8080)
    .option('--kube-port <port>', 'port of the Kubernetes API; 0 picks a free one', port, 6443)
    .option('--nodes <count>', 'how many simulated nodes', count, 3)
    .action(async (options: Located & UpFlags) => {
      const { up } = await import('./commands/up.ts');
      finish(await up(context, options));
    });

  placed(program.command('server'))
    .description('run the platform alone, delivering to the cluster of a kubeconfig')
    .requiredOption('--kubeconfig <file>', 'the cluster to deliver to')
    .option('--kube-context <name>', 'context in the kubeconfig (default: its current one)')
    .option('--port <port>', 'port of the platform API; 0 picks a free one', port, 8080)
    .action(async (options: Located & ServerFlags) => {
      const { server } = await import('./commands/server.ts');
      finish(await server(context, options));
    });

  apiserverCommand(placed(program.command('apiserver'))).action(async (flags: ApiserverFlags) => {
    const { apiserver } = await import('./commands/apiserver.ts');
    finish(await apiserver(context, flags));
  });

  located(program.command('down'))
    .description('stop the running KubeMin; applications are there again after the next up')
    .action(async (options: Located) => {
      const { down } = await import('./commands/down.ts');
      finish(await down(context, options));
    });

  located(program.command('deploy'))
    .description('validate an application document, store it and run its workflow')
    .argument('[file]', 'JSON or YAML document (default: kubemin.yaml or kubemin.json here)')
    .option('--no-wait', 'return as soon as the run is stored')
    .action(async (file: string | undefined, options: Located & { readonly wait: boolean }) => {
      const { deploy } = await import('./commands/deploy.ts');
      finish(await deploy(context, { ...options, file }));
    });

  withOutput(located(program.command('status')))
    .description('show KubeMin, or one application with its components')
    .argument('[app]', 'name or id of an application')
    .action(async (app: string | undefined, options: Located & { readonly output: Output }) => {
      const { status } = await import('./commands/status.ts');
      finish(await status(context, { ...options, app }));
    });

  withOutput(located(program.command('ls')))
    .description('list applications')
    .action(async (options: Located & { readonly output: Output }) => {
      const { ls } = await import('./commands/ls.ts');
      finish(await ls(context, options));
    });

  const run = program.command('run').description('runs of workflows');
  located(run.command('watch'))
    .description('follow a run until it ends')
    .argument('<run>', 'id of the run, or name of an application for its latest run')
    .action(async (target: string, options: Located) => {
      const { watchRun } = await import('./commands/run-watch.ts');
      finish(await watchRun(context, { ...options, target }));
    });
  withOutput(located(run.command('ls')))
    .description('list the runs of an application')
    .argument('<app>', 'name or id of the application')
    .action(async (app: string, options: Located & { readonly output: Output }) => {
      const { listRuns } = await import('./commands/run-ls.ts');
      finish(await listRuns(context, { ...options, app }));
    });
  located(run.command('cancel'))
    .description('cancel a run')
    .argument('<run>', 'id of the run, or name of an application for the run under way')
    .option('--reason <text>', 'why, for those who look later')
    .action(async (target: string, options: Located & { readonly reason?: string }) => {
      const { cancelRun } = await import('./commands/run-cancel.ts');
      finish(await cancelRun(context, { ...options, target }));
    });
  return program;
}

interface UpFlags {
  readonly demo?: boolean;
  readonly port: number;
  readonly kubePort: number;
  readonly nodes: number;
}

interface ServerFlags {
  readonly kubeconfig: string;
  readonly kubeContext?: string;
  readonly port: number;
}

/** For commands that run KubeMin. */
function placed(command: Command): Command {
  return command.option('--data-dir <dir>', 'where to keep everything (default: $KUBEMIN_HOME, else ~/.kubemin)');
}

/** For commands that talk to a running one. */
function located(command: Command): Command {
  return command.option(
    '--data-dir <dir>',
    'data directory of the KubeMin to talk to (default: $KUBEMIN_HOME, else ./.kubemin if one runs there, else ~/.kubemin)',
  );
}

function withOutput(command: Command): Command {
  return command.addOption(
    new Option('-o, --output <format>', 'what to print').choices(['table', 'json']).default('table'),
  );
}

const port = wholeNumber('A port is a whole number from 0 to 65535.', 0, 65_535);
const count = wholeNumber('It must be a whole number from 1 to 1000.', 1, 1_000);

function wholeNumber(complaint: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max) {
      throw new InvalidArgumentError(complaint);
    }
    return value;
  };
}
