import type { Grant } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import type { Located, Output } from '../located.ts';
import { formatTable } from '../table.ts';

/** Lists users and their roles. */
export async function listUsers(
  context: CommandContext,
  options: Located & { readonly output: Output },
): Promise<ExitCode> {
  const { terminal } = context;
  const { client } = await connect(context, options.dataDir);
  const { users } = await client.listUsers();
  if (options.output === 'json') {
    terminal.out(`${JSON.stringify(users, null, 2)}\n`);
    return ExitCode.ok;
  }
  const rows = users.map(({ name, roles, origin }) => [name, rolesText(roles), origin === 'configured' ? origin : '']);
  terminal.out(formatTable(['NAME', 'ROLES', ''], rows));
  return ExitCode.ok;
}

/** Roles as the command line takes them. */
export function rolesText(roles: readonly Grant[]): string {
  return roles.map(({ project, role }) => `${project}=${role}`).join(' ');
}
