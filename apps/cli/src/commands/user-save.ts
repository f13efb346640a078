import type { Grant } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { accountWords } from '../language/words/account.ts';
import { rolesText } from './user-ls.ts';

export interface SaveUserOptions {
  readonly name: string;
  readonly role: readonly Grant[];
  readonly kind: 'new' | 'known';
}

/** Makes a user, or gives one other roles. */
export async function saveUser(context: CommandContext, options: SaveUserOptions): Promise<ExitCode> {
  const { terminal, style, language } = context;
  const say = accountWords[language];
  const { name, kind } = options;
  const { client } = await connect(context);
  const wanted = [...options.role];
  const { roles } =
    kind === 'new'
      ? await client.createUser({ name, roles: wanted })
      : await client.changeUser(name, { roles: wanted });
  const shown = style.bold(name);
  terminal.err(`${roles.length === 0 ? say.userHasNone(shown) : say.userHas(shown, rolesText(roles))}\n`);
  return ExitCode.ok;
}
