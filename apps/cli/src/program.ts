import { Command, CommanderError, Option } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { apiserverCommand } from './apiserver/apiserver-command.ts';
import type { ApiserverFlags } from './apiserver/apiserver-flags.ts';
import { addClusterCommands } from './cluster-commands.ts';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit-code.ts';
import { type Located, located, type Output, withOutput } from './located.ts';
import { addOperationCommands, addRunCommands } from './operation-commands.ts';
import { addPlanCommands } from './plan-commands.ts';
import { reportError } from './report-error.ts';
import type { SettingsCommand } from './settings/setting.ts';
import { typedFlags, withSettings } from './settings/settings-command.ts';
import { VERSION } from './version.ts';

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

  withSettings(placed(program.command('up')), { of: 'up', help: ['port', 'kube-port', 'nodes'] })
    .description('start KubeMin here: embedded cluster, platform, and what was deployed before')
    .option('--demo', 'deploy the demo application and show its workflow')
    .addHelpText('after', '\nIt takes the settings of kubemin server, too.')
    .action(async (options: Located & { readonly demo?: boolean }, command: Command) => {
      const { up } = await import('./commands/up.ts');
      finish(await up(context, { ...options, flags: typedFlags(command) }));
    });

  withSettings(placed(program.command('server')), { of: 'server', help: 'all' })
    .description('run the platform alone, delivering to a cluster that is there')
    .addHelpText('after', SETTINGS_HELP)
    .action(async (options: Located, command: Command) => {
      const { server } = await import('./commands/server.ts');
      finish(await server(context, { ...options, flags: typedFlags(command) }));
    });

  const secrets = program.command('secrets').description('secrets in the database');
  withSettings(placed(secrets.command('rotate')), { of: 'server', help: ['secret-key-file'] })
    .description('make a new key and seal everything in the database with it; instances may run meanwhile')
    .option('--no-new-key', 'seal with the first key of the file as it is; also finishes what was broken off')
    .addHelpText('after', '\nIt takes the settings of kubemin server, to find the database.')
    .action(async (options: Located & { readonly newKey: boolean }, command: Command) => {
      const { rotateSecrets } = await import('./commands/secrets-rotate.ts');
      finish(await rotateSecrets(context, { ...options, flags: typedFlags(command) }));
    });

  const config = program.command('config').description('settings of the platform');
  withSettings(withOutput(config.command('check')), { of: 'server', help: [] })
    .description(
      'show the settings in effect, where each comes from, and all that is wrong; takes every flag of server',
    )
    .addOption(new Option('--for <command>', 'whose defaults to show').choices(['server', 'up']).default('server'))
    .action(async (options: { readonly for: SettingsCommand; readonly output: Output }, command: Command) => {
      const { checkConfig } = await import('./commands/config-check.ts');
      finish(await checkConfig(context, { ...options, flags: typedFlags(command) }));
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

  addOperationCommands(program, { context, finish });
  addPlanCommands(program, { context, finish });
  addClusterCommands(program, { context, finish });
  addAccountCommands(program, { context, finish });

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
  addRunCommands(run, { context, finish });
  return program;
}

const SETTINGS_HELP = `
Every setting also has a variable (--msg-type: KUBEMIN_MSG_TYPE) and a name in the configuration file; a flag counts
before a variable, that before the file. kubemin config check shows what is in effect.`;

/** For commands that run KubeMin. */
function placed(command: Command): Command {
  return command.option('--data-dir <dir>', 'where to keep everything (default: $KUBEMIN_HOME, else ~/.kubemin)');
}
