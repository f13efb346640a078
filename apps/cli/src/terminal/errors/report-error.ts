import { KubeminError, ownEntry, ProgrammingError, toError } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { PlatformError } from '@kubemin/client/error';
import { errorCatalogue } from '@kubemin/client/error-catalogue';
import { errorMessages } from '../../messages/index.ts';
import type { CommandContext } from '../command-context.ts';
import type { Translate } from '../language/language.ts';
import { CliError, ExitCode } from './cli-error.ts';
import { isNoSpace, nextStep } from './next-step.ts';
import { formatProblems } from './problems.ts';

const EXIT_BY_STATUS: Readonly<Record<number, ExitCode>> = {
  401: ExitCode.unauthenticated,
  403: ExitCode.unauthenticated,
  404: ExitCode.notFound,
  409: ExitCode.conflict,
};

/** Prints the error and a hint, and returns the exit code. Only bugs show their stack trace, unless `--debug` is set. */
export function reportError(thrown: unknown, { terminal, style, translate, debug }: CommandContext): ExitCode {
  const error = toError(thrown);
  terminal.alert(`${style.red(`${translate(errorMessages.error)}:`)} ${errorText(error, translate)}\n`);
  if (error instanceof PlatformError && error.problems.length > 0) {
    terminal.alert(formatProblems(error.problems, { style, translate }));
  }
  // The stack trace of a bug precedes the request to report it.
  const bug = !(error instanceof KubeminError || isNoSpace(error)) || error instanceof ProgrammingError;
  if (bug || debug) terminal.alert(`${error.stack ?? ''}\n`);
  terminal.alert(`       ${translate(nextStep(error))}\n`);
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof PlatformError && error.problems.length > 0) return ExitCode.invalid;
  if (error instanceof PlatformError) return exitCodeForStatus(error.status);
  return ExitCode.failed;
}

function errorText(error: Error, translate: Translate): string {
  const text = translate(errorMessage(error));
  if (translate.language === 'en' || text !== error.message || !(error instanceof PlatformError)) return text;
  const meaning = ownEntry(errorCatalogue, error.code)?.meaning.zh;
  return meaning === undefined ? text : `${meaning}：${text}`;
}

/** The exit code for an error response of the platform. */
export function exitCodeForStatus(status: number | undefined): ExitCode {
  return EXIT_BY_STATUS[status ?? 0] ?? ExitCode.failed;
}
