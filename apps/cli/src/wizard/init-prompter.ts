import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { initWords } from '../language/words/init.ts';
import { promptWords } from '../language/words/prompt.ts';
import type { Prompter } from '../prompt/answer.ts';
import { DefaultPrompter, GivenPrompter } from '../prompt/given-prompter.ts';
import type { Question } from '../prompt/question.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import type { WrittenAnswers } from './written-answers.ts';

/** Answers asked for once the document is written, or before its questions begin. */
const ASKED_OUTSIDE: readonly string[] = ['next'];

/** Who is asked where nobody is there: what has no default is missing, by the name of its flag. */
export function nobody({ language }: CommandContext): Prompter {
  return new DefaultPrompter(promptWords[language], ({ message, flag }) => {
    const value = flag.startsWith('--set ') ? `${flag}=…` : `${flag} …`;
    return new CliError(
      inBoth(initWords, (say) => say.missing(message)),
      { code: 'ANSWER_MISSING', exitCode: ExitCode.usage, hint: inBoth(initWords, (say) => say.giveFlag(value)) },
    );
  });
}

/** Who is asked first: what was given, the first of several first; then the person. */
export function initPrompter(
  { language }: CommandContext,
  given: readonly WrittenAnswers[],
  person: Prompter,
): Prompter {
  const words = promptWords[language];
  return given.reduceRight<Prompter>(
    (otherwise, answers) => new GivenPrompter({ answers, words, refuse, otherwise }),
    person,
  );
}

/**
 * Refuses answers nothing asked for: a mistake in an id, or an answer that another answer made pointless. One that was
 * given twice was asked for once.
 */
export function refuseUnused(given: readonly WrittenAnswers[]): void {
  const unused = given
    .flatMap((answers) => answers.ids())
    .filter((id) => !ASKED_OUTSIDE.includes(id) && !given.some((answers) => answers.wasAsked(id)));
  if (unused.length === 0) return;
  throw new CliError(
    inBoth(initWords, (say) => say.unused(unused.join(', '))),
    { code: 'ANSWER_UNUSED', exitCode: ExitCode.usage, hint: inBoth(initWords, (say) => say.unusedHint) },
  );
}

function refuse({ flag }: Question, problem: string): CliError {
  return new CliError(
    inBoth(initWords, (say) => say.refused(flag, problem)),
    { code: 'ANSWER_INVALID', exitCode: ExitCode.usage, hint: inBoth(initWords, (say) => say.refusedHint(flag)) },
  );
}
