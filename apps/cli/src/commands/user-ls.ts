import type { Grant } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { accountWords } from '../language/words/account.ts';
import { columnWords } from '../language/words/column.ts';
import { printList } from '../output/printer.ts';

/** Lists users and their roles. */
export async function listUsers(context: CommandContext): Promise<ExitCode> {
  const { client } = await connect(context);
  const { users } = await client.listUsers();
  const title = columnWords[context.language];
  await printList(context, {
    items: users,
    columns: [
      { title: title.name, cell: ({ name }) => name },
      { title: title.roles, cell: ({ roles }) => rolesText(roles) },
      { title: '', cell: ({ origin }) => (origin === 'configured' ? accountWords[context.language].configured : '') },
    ],
    name: ({ name }) => name,
  });
  return ExitCode.ok;
}

/** Roles as the command line takes them. */
export function rolesText(roles: readonly Grant[]): string {
  return roles.map(({ project, role }) => `${project}=${role}`).join(' ');
}
