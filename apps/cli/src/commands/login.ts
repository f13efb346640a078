import { createPlatformClient } from '@kubemin/client';
import { CliError } from '../cli-error.ts';
import { type ChosenPlatform, choosePlatform } from '../client-config/choose-platform.ts';
import { configDirectory } from '../client-config/config-directory.ts';
import { readPlatformUrl } from '../client-config/platform-url.ts';
import { readPreferences, writePreferences } from '../client-config/preferences.ts';
import { readSavedPlatforms, savePlatform } from '../client-config/saved-platforms.ts';
import type { CommandContext } from '../command-context.ts';
import { platformAccess } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { contextWords } from '../language/words/context.ts';
import { askToken } from './login-token.ts';

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
  const target = await targetOf(context, options);
  const { url } = target;
  const token = target.token ?? (await askToken(context, { url, withToken: options.withToken }));
  if (token === undefined) return ExitCode.interrupted;
  const { user } = await createPlatformClient({ url, token }).whoami();
  const name = options.name ?? new URL(url).host;
  const directory = configDirectory(context);
  await savePlatform(directory, { name, kind: 'address', url, token });
  await writePreferences(directory, { ...(await readPreferences(directory)), context: name });
  context.terminal.err(`${contextWords[context.language].loggedIn(user, url, name)}\n`);
  return ExitCode.ok;
}

async function targetOf(context: CommandContext, { url, name, withToken }: LoginOptions): Promise<Target> {
  if (url !== undefined) return { url: readPlatformUrl(url), token: undefined };
  const saved = (await readSavedPlatforms(configDirectory(context))).find((each) => each.name === name);
  if (saved?.kind === 'address') return { url: saved.url, token: undefined };
  const chosen: ChosenPlatform = await choosePlatform(context);
  if (chosen.kind === 'address') return { url: chosen.url, token: undefined };
  const access = await platformAccess(context).catch((cause: unknown) => {
    throw new CliError(
      inBoth(contextWords, (say) => say.urlNeeded),
      {
        code: 'PLATFORM_MISSING',
        exitCode: ExitCode.usage,
        hint: inBoth(contextWords, (say) => say.giveUrl),
        cause,
      },
    );
  });
  return { url: access.url, token: withToken ? undefined : access.token };
}
