import { KubeminError } from '@kubemin/base';
import type { Text } from '@kubemin/model';
import type { ExitCode } from './exit-code.ts';

export interface CliErrorDetails {
  readonly code: string;
  readonly exitCode: ExitCode;
  /** What the user can do about it: a sentence, or a command to type. */
  readonly hint: Text | string;
  readonly cause?: unknown;
}

/** Thrown when a command cannot do what it was asked: carries the exit code and what to do next, in every language. */
export class CliError extends KubeminError {
  readonly exitCode: ExitCode;
  readonly words: Text;
  readonly hint: Text;

  /** A plain string is for words that come from elsewhere and exist in one language only. */
  constructor(words: Text | string, details: CliErrorDetails) {
    super(typeof words === 'string' ? words : words.en, details);
    this.words = inAnyLanguage(words);
    this.exitCode = details.exitCode;
    this.hint = inAnyLanguage(details.hint);
  }
}

function inAnyLanguage(words: Text | string): Text {
  return typeof words === 'string' ? { en: words, zh: words } : words;
}
