import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { accountWords } from '../language/words/account.ts';
import { columnWords } from '../language/words/column.ts';
import { printList } from '../output/printer.ts';

export interface ListTokensOptions {
  /** The only user whose tokens are meant. */
  readonly user: string | undefined;
}

/** Lists tokens, the newest first. */
export async function listTokens(context: CommandContext, { user }: ListTokensOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const { tokens } = await client.listTokens(user === undefined ? {} : { user });
  const title = columnWords[context.language];
  const say = accountWords[context.language];
  await printList(context, {
    items: tokens,
    columns: [
      { title: title.id, cell: ({ id }) => id },
      { title: title.name, cell: ({ name }) => name },
      { title: title.user, cell: (token) => token.user },
      { title: title.state, cell: ({ state }) => state },
      { title: title.scopes, cell: ({ scopes }) => scopes?.join(',') ?? say.all },
      { title: title.projects, cell: ({ projects }) => projects?.join(',') ?? say.all },
      { title: title.expires, cell: ({ expireTime }) => expireTime ?? say.never },
      { title: title.lastUsed, cell: ({ lastUsedTime }) => lastUsedTime ?? say.never },
    ],
    name: ({ id }) => id,
  });
  return ExitCode.ok;
}
