import type { Grant } from '@kubemin/client';
import { connect } from '../connection/index.ts';
import { accountMessages, columnMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode, printList } from '../terminal/index.ts';

/** Lists users and their roles. */
export async function listUsers(context: CommandContext): Promise<ExitCode> {
  const { client } = await connect(context);
  const { users } = await client.listUsers();
  await printList(context, {
    items: users,
    columns: [
      { title: context.translate(columnMessages.name), cell: ({ name }) => name },
      { title: context.translate(columnMessages.roles), cell: ({ roles }) => rolesText(roles) },
      {
        title: '',
        cell: ({ origin }) => (origin === 'configured' ? context.translate(accountMessages.configured) : ''),
      },
    ],
    name: ({ name }) => name,
  });
  return ExitCode.ok;
}

/** Roles as the command line takes them. */
export function rolesText(roles: readonly Grant[]): string {
  return roles.map(({ project, role }) => `${project}=${role}`).join(' ');
}

/** Removes a user and with them their tokens. */
export async function removeUser(context: CommandContext, options: { readonly name: string }): Promise<ExitCode> {
  const { client } = await connect(context);
  const { name } = await client.removeUser(options.name);
  context.terminal.err(`${context.translate(accountMessages.userRemoved({ name: context.style.bold(name) }))}\n`);
  return ExitCode.ok;
}

interface SaveUserOptions {
  readonly name: string;
  readonly role: readonly Grant[];
  readonly kind: 'new' | 'known';
}

/** Makes a user, or gives one other roles. */
export async function saveUser(context: CommandContext, options: SaveUserOptions): Promise<ExitCode> {
  const { terminal, style, translate } = context;
  const { name, kind } = options;
  const { client } = await connect(context);
  const wanted = [...options.role];
  const { roles } =
    kind === 'new'
      ? await client.createUser({ name, roles: wanted })
      : await client.changeUser(name, { roles: wanted });
  const shown = style.bold(name);
  terminal.err(
    `${roles.length === 0 ? translate(accountMessages.userHasNone({ name: shown })) : translate(accountMessages.userHas({ name: shown, roles: rolesText(roles) }))}\n`,
  );
  return ExitCode.ok;
}
