import type { Grant } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import type { Located } from '../located.ts';
import { rolesText } from './user-ls.ts';

export interface SaveUserOptions extends Located {
  readonly name: string;
  readonly role: readonly Grant[];
  readonly kind: 'new' | 'known';
}

/** Makes a user, or gives one other roles. */
export async function saveUser(context: CommandContext, options: SaveUserOptions): Promise<ExitCode> {
  const { terminal, style } = context;
  const { name, kind } = options;
  const { client } = await connect(context, options.dataDir);
  const wanted = [...options.role];
  const { roles } =
    kind === 'new'
      ? await client.createUser({ name, roles: wanted })
      : await client.changeUser(name, { roles: wanted });
  terminal.err(`${style.bold(name)} has ${roles.length === 0 ? 'no role' : rolesText(roles)}\n`);
  return ExitCode.ok;
}
