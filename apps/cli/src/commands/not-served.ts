import { CliError } from '../cli-error.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { notServedWords } from '../language/words/not-served.ts';

/** What kubectl does and this command does not yet. */
export type NotServed = 'port-forward';

/** Refuses, and says what to use meanwhile. */
export function notServed(verb: NotServed): () => Promise<ExitCode> {
  return () =>
    Promise.reject(
      new CliError(
        inBoth(notServedWords, (say) => say.refused(verb)),
        { code: 'NOT_SERVED', exitCode: ExitCode.failed, hint: inBoth(notServedWords, (say) => say[verb]) },
      ),
    );
}
