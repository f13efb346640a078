import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { accountWords } from '../language/words/account.ts';
import { padDisplay } from '../output/display-width.ts';
import { print } from '../output/printer.ts';
import { rolesText } from './user-ls.ts';

/** Tells whose token is used, and what it allows. */
export async function whoami(context: CommandContext): Promise<ExitCode> {
  const say = accountWords[context.language];
  const { client } = await connect(context);
  const answer = await client.whoami();
  const { user, roles, scopes, projects, tokenId, expireTime } = answer;
  const facts: readonly (readonly [string, string])[] = [
    [say.user, user],
    [say.roles, roles.length === 0 ? say.none : rolesText(roles)],
    [say.scopes, scopes?.join(' ') ?? say.all],
    [say.projects, projects?.join(' ') ?? say.all],
    [say.token, tokenId ?? say.startedWith],
    [say.expires, expireTime ?? say.never],
  ];
  const table = facts.map(([name, value]) => `${padDisplay(name, 8)}   ${value}\n`).join('');
  await print(context, { data: answer, table, names: [user] });
  return ExitCode.ok;
}
