import { CliError } from '../cli-error.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { contextWords } from '../language/words/context.ts';

/** The address of a platform as somebody typed it, without a slash at its end. */
export function readPlatformUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, '');
  throw new CliError(
    inBoth(contextWords, (say) => say.urlWrong(text)),
    { code: 'URL_INVALID', exitCode: ExitCode.usage, hint: inBoth(contextWords, (say) => say.urlLike) },
  );
}
