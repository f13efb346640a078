import { createPlatformClient } from '@kubemin/client';
import {
  type ChosenPlatform,
  choosePlatform,
  connect,
  platformAccess,
  readPlatformUrl,
  readSavedPlatforms,
  savedPlatform,
  savePlatform,
} from '../connection/index.ts';
import { accountMessages, contextMessages } from '../messages/index.ts';
import {
  CliError,
  type CommandContext,
  configDirectory,
  ExitCode,
  padDisplay,
  print,
  readPreferences,
  withPrompter,
  writePreferences,
} from '../terminal/index.ts';
import { rolesText } from './user.ts';

export interface LoginOptions {
  readonly url: string | undefined;
  readonly name: string | undefined;
  readonly withToken: boolean;
}

interface Target {
  readonly url: string;
  /** Of the data directory of this machine that was meant, if one was. */
  readonly token: string | undefined;
}

/** Tries a token and stores it under the name of a context, which is in use from then on. */
export async function login(context: CommandContext, options: LoginOptions): Promise<ExitCode> {
  const target = await loginTarget(context, options);
  const { url } = target;
  const token = target.token ?? (await askToken(context, { url, withToken: options.withToken }));
  if (token === undefined) return ExitCode.interrupted;
  const { user } = await createPlatformClient({ url, token }).whoami();
  const name = options.name ?? new URL(url).host;
  const directory = configDirectory(context);
  await savePlatform(directory, { name, kind: 'address', url, token });
  await writePreferences(directory, { ...(await readPreferences(directory)), context: name });
  context.terminal.err(`${context.translate(contextMessages.loggedIn({ user, url, name }))}\n`);
  return ExitCode.ok;
}

async function loginTarget(context: CommandContext, { url, name, withToken }: LoginOptions): Promise<Target> {
  if (url !== undefined) return { url: readPlatformUrl(url), token: undefined };
  const saved = (await readSavedPlatforms(configDirectory(context))).find((each) => each.name === name);
  if (saved?.kind === 'address') return { url: saved.url, token: undefined };
  const chosen: ChosenPlatform = await choosePlatform(context);
  if (chosen.kind === 'address') return { url: chosen.url, token: undefined };
  const access = await platformAccess(context).catch((cause: unknown) => {
    throw new CliError(contextMessages.urlNeeded, {
      code: 'PLATFORM_MISSING',
      exitCode: ExitCode.usage,
      hint: contextMessages.giveUrl,
      cause,
    });
  });
  return { url: access.url, token: withToken ? undefined : access.token };
}

interface AskTokenOptions {
  readonly url: string;
  /** Whether it is piped in. */
  readonly withToken: boolean;
}

/** The token to log in with: from stdin, from KUBEMIN_TOKEN, or typed without echo; undefined if the prompt is cancelled. */
async function askToken(context: CommandContext, { url, withToken }: AskTokenOptions): Promise<string | undefined> {
  const { terminal, env, translate } = context;
  if (withToken) return given((await terminal.piped?.())?.trim(), url);
  if (env.KUBEMIN_TOKEN) return env.KUBEMIN_TOKEN;
  const noPrompter = { ask: () => Promise.reject(tokenNeeded(url)) };
  const message = translate(contextMessages.tokenAsk({ url }));
  const question = { kind: 'secret', id: 'token', flag: '--with-token', message } as const;
  const reply = await withPrompter(context, noPrompter, (prompter) => prompter.ask(question));
  if (reply.kind !== 'answer') return undefined;
  return given(typeof reply.value === 'string' ? reply.value.trim() : undefined, url);
}

function given(token: string | undefined, url: string): string {
  if (token !== undefined && token !== '') return token;
  throw tokenNeeded(url);
}

function tokenNeeded(url: string): CliError {
  return new CliError(contextMessages.tokenNeeded({ url }), {
    code: 'TOKEN_MISSING',
    exitCode: ExitCode.usage,
    hint: contextMessages.tokenFrom,
  });
}

/** Forgets the token of a context; its address stays. */
export async function logout(
  context: CommandContext,
  options: { readonly name: string | undefined },
): Promise<ExitCode> {
  const { terminal, translate, preferences } = context;
  const name = options.name ?? context.contextName ?? preferences.context;
  if (name === undefined) {
    throw new CliError(contextMessages.nothingInUse, {
      code: 'CONTEXT_MISSING',
      exitCode: ExitCode.usage,
      hint: contextMessages.nameOne,
    });
  }
  const directory = configDirectory(context);
  const platform = await savedPlatform(directory, name);
  if (platform.kind === 'directory') {
    throw new CliError(contextMessages.directoryToken({ name }), {
      code: 'NO_TOKEN',
      exitCode: ExitCode.conflict,
      hint: contextMessages.removeInstead({ name }),
    });
  }
  const { token, ...rest } = platform;
  await savePlatform(directory, rest);
  terminal.err(
    `${token === undefined ? translate(contextMessages.wasLoggedOut({ name })) : translate(contextMessages.loggedOut({ name }))}\n`,
  );
  return ExitCode.ok;
}

/** Prints the user of the current token and its permissions. */
export async function whoami(context: CommandContext): Promise<ExitCode> {
  const { client } = await connect(context);
  const identity = await client.whoami();
  const { user, roles, scopes, projects, tokenId, expireTime } = identity;
  const facts: readonly (readonly [string, string])[] = [
    [context.translate(accountMessages.user), user],
    [
      context.translate(accountMessages.roles),
      roles.length === 0 ? context.translate(accountMessages.none) : rolesText(roles),
    ],
    [context.translate(accountMessages.scopes), scopes?.join(' ') ?? context.translate(accountMessages.all)],
    [context.translate(accountMessages.projects), projects?.join(' ') ?? context.translate(accountMessages.all)],
    [context.translate(accountMessages.token), tokenId ?? context.translate(accountMessages.startedWith)],
    [context.translate(accountMessages.expires), expireTime ?? context.translate(accountMessages.never)],
  ];
  const table = facts.map(([name, value]) => `${padDisplay(name, 8)}   ${value}\n`).join('');
  await print(context, { data: identity, table, names: [user] });
  return ExitCode.ok;
}
