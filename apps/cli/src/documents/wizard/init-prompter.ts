import { initMessages } from '../../messages/index.ts';
import {
  CliError,
  type CommandContext,
  DefaultPrompter,
  ExitCode,
  GivenPrompter,
  type Prompter,
  type Question,
} from '../../terminal/index.ts';
import type { WrittenAnswers } from './written-answers.ts';

/** Answers asked for once the document is written, or before its questions begin. */
const ASKED_OUTSIDE: readonly string[] = ['next'];

/** The prompter without a terminal: a value without a default is reported as missing, by the name of its flag. */
export function missingValuePrompter({ translate }: CommandContext): Prompter {
  return new DefaultPrompter(translate, ({ message, flag }) => {
    const value = flag.startsWith('--set ') ? `${flag}=…` : `${flag} …`;
    return new CliError(initMessages.missing({ question: message }), {
      code: 'ANSWER_MISSING',
      exitCode: ExitCode.usage,
      hint: initMessages.giveFlag({ flag: value }),
    });
  });
}

/** Who is asked first: what was given, the first of several first; then the person. */
export function initPrompter(
  { translate }: CommandContext,
  given: readonly WrittenAnswers[],
  person: Prompter,
): Prompter {
  return given.reduceRight<Prompter>(
    (otherwise, answers) => new GivenPrompter({ answers, translate, refuse, otherwise }),
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
  throw new CliError(initMessages.unused({ answers: unused.join(', ') }), {
    code: 'ANSWER_UNUSED',
    exitCode: ExitCode.usage,
    hint: initMessages.unusedHint,
  });
}

function refuse({ flag }: Question, problem: string): CliError {
  return new CliError(initMessages.refused({ flag, problem }), {
    code: 'ANSWER_INVALID',
    exitCode: ExitCode.usage,
    hint: initMessages.refusedHint({ flag }),
  });
}
