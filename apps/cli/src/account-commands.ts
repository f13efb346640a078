import type { Action, Grant, Role } from '@kubemin/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { AuditChoice } from './commands/audit.ts';
import type { CreateTokenOptions } from './commands/token-create.ts';
import type { ExitCode } from './exit-code.ts';
import { parseGoDuration } from './go-duration.ts';
import { type Located, located, type Output, withOutput } from './located.ts';

interface Surroundings {
  readonly context: CommandContext;
  readonly finish: (code: ExitCode) => void;
}

interface Granting extends Located {
  readonly role: readonly Grant[];
}

type Listing = Located & { readonly output: Output };

// Written out: the contract would be loaded for every command that is typed.
const ACTIONS: readonly Action[] = ['read', 'deploy', 'operate', 'admin'];
const EVERYWHERE = '*';
const ROLES: readonly Role[] = ['viewer', 'deployer', 'operator', 'admin'];

/** Adds the commands about people and their tokens. */
export function addAccountCommands(program: Command, surroundings: Surroundings): void {
  const { context, finish } = surroundings;
  withOutput(located(program.command('whoami')))
    .description('tell whose token is used, and what it allows')
    .action(async (options: Listing) => {
      const { whoami } = await import('./commands/whoami.ts');
      finish(await whoami(context, options));
    });
  withOutput(located(program.command('audit')))
    .description('list who changed what, the newest first; for administrators')
    .option('--user <name>', 'of this user')
    .option('--app <app>', 'about this application: its name, or its id, also of one that is gone')
    .option('--since <duration>', 'not longer ago than this, as 7d or 12h', seconds)
    .option('--limit <n>', 'how many at most, up to 500', entries, 100)
    .action(async (options: Listing & AuditChoice) => {
      const { showAudit } = await import('./commands/audit.ts');
      finish(await showAudit(context, options));
    });
  addUserCommands(program.command('user').description('people who may use the platform'), surroundings);
  addTokenCommands(
    program.command('token').description('tokens that programs and people use the API with'),
    surroundings,
  );
}

function addUserCommands(users: Command, { context, finish }: Surroundings): void {
  withOutput(located(users.command('ls')))
    .description('list users and their roles')
    .action(async (options: Listing) => {
      const { listUsers } = await import('./commands/user-ls.ts');
      finish(await listUsers(context, options));
    });
  granting(users.command('add'))
    .description('make a user; kubemin token create --user gives them a token')
    .argument('<name>', 'of the user')
    .action(async (name: string, options: Granting) => {
      const { saveUser } = await import('./commands/user-save.ts');
      finish(await saveUser(context, { ...options, name, kind: 'new' }));
    });
  granting(users.command('set'))
    .description('give a user these roles in place of all they had')
    .argument('<name>', 'of the user')
    .action(async (name: string, options: Granting) => {
      const { saveUser } = await import('./commands/user-save.ts');
      finish(await saveUser(context, { ...options, name, kind: 'known' }));
    });
  located(users.command('rm'))
    .description('remove a user; their tokens open nothing from then on')
    .argument('<name>', 'of the user')
    .action(async (name: string, options: Located) => {
      const { removeUser } = await import('./commands/user-rm.ts');
      finish(await removeUser(context, { ...options, name }));
    });
}

function addTokenCommands(tokens: Command, { context, finish }: Surroundings): void {
  withOutput(located(tokens.command('ls')))
    .description("list your tokens; an administrator's list holds everybody's")
    .option('--user <name>', 'of this user')
    .action(async (options: Listing & { readonly user?: string }) => {
      const { listTokens } = await import('./commands/token-ls.ts');
      finish(await listTokens(context, options));
    });
  located(tokens.command('create'))
    .description('make a token and print it; nobody can see it again')
    .argument('<name>', 'what it is for')
    .option('--user <name>', 'for somebody else')
    .addOption(new Option('--scope <scope...>', 'what it may do (default: all its user may)').choices(ACTIONS))
    .option('--project <project...>', 'where (default: wherever its user may)')
    .option('--expires <duration>', 'when it ends, as 90d or 12h (default: never)', seconds)
    .action(async (name: string, options: Omit<CreateTokenOptions, 'name'>) => {
      const { createToken } = await import('./commands/token-create.ts');
      finish(await createToken(context, { ...options, name }));
    });
  located(tokens.command('revoke'))
    .description('end a token, and those that were made with it')
    .argument('<id>', 'of the token, as kubemin token ls shows it')
    .action(async (id: string, options: Located) => {
      const { revokeToken } = await import('./commands/token-revoke.ts');
      finish(await revokeToken(context, { ...options, id }));
    });
}

function granting(command: Command): Command {
  return located(command).option(
    '--role <[project=]role>',
    'a role in a project, as shop=deployer; without a project, as viewer, it holds on the whole platform',
    addGrant,
    [],
  );
}

function addGrant(text: string, before: readonly Grant[]): readonly Grant[] {
  const at = text.lastIndexOf('=');
  const role = ROLES.find((each) => each === text.slice(at + 1));
  if (role !== undefined) return [...before, { project: at < 0 ? EVERYWHERE : text.slice(0, at), role }];
  throw new InvalidArgumentError(
    `give one of ${ROLES.join(', ')}: as --role shop=deployer in the project shop, or --role deployer everywhere.`,
  );
}

function entries(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= 500) return Number(text);
  throw new InvalidArgumentError('give a whole number from 1 to 500.');
}

function seconds(text: string): number {
  const days = /^(\d+)d$/.exec(text)?.[1];
  const ms = days === undefined ? parseGoDuration(text) : Number(days) * 24 * 3_600_000;
  if (ms !== undefined && ms >= 1_000) return Math.floor(ms / 1_000);
  throw new InvalidArgumentError('give a duration of a second or more, as 90d, 12h or 30m.');
}
