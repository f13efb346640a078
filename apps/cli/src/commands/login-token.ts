import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { contextWords } from '../language/words/context.ts';
import { withPrompter } from '../prompt/with-prompter.ts';

export interface AskTokenOptions {
  readonly url: string;
  /** Whether it is piped in. */
  readonly withToken: boolean;
}

/** The token to log in with: from stdin, from KUBEMIN_TOKEN, or typed without being shown; undefined when somebody stops that. */
export async function askToken(
  context: CommandContext,
  { url, withToken }: AskTokenOptions,
): Promise<string | undefined> {
  const { terminal, env, language } = context;
  if (withToken) return given((await terminal.piped?.())?.trim(), url);
  if (env.KUBEMIN_TOKEN) return env.KUBEMIN_TOKEN;
  const nobody = { ask: () => Promise.reject(tokenNeeded(url)) };
  const message = contextWords[language].tokenAsk(url);
  const question = { kind: 'secret', id: 'token', flag: '--with-token', message } as const;
  const answer = await withPrompter(context, nobody, (prompter) => prompter.ask(question));
  if (answer.kind !== 'answer') return undefined;
  return given(typeof answer.value === 'string' ? answer.value.trim() : undefined, url);
}

function given(token: string | undefined, url: string): string {
  if (token !== undefined && token !== '') return token;
  throw tokenNeeded(url);
}

function tokenNeeded(url: string): CliError {
  return new CliError(
    inBoth(contextWords, (say) => say.tokenNeeded(url)),
    { code: 'TOKEN_MISSING', exitCode: ExitCode.usage, hint: inBoth(contextWords, (say) => say.tokenFrom) },
  );
}
