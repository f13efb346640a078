import { KubeminError, toError } from '@kubemin/base';
import { PlatformError } from '@kubemin/client';
import { CliError } from './cli-error.ts';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit-code.ts';
import { formatProblems } from './problems.ts';

const EXIT_BY_STATUS: Readonly<Record<number, ExitCode>> = {
  401: ExitCode.unauthenticated,
  403: ExitCode.unauthenticated,
  404: ExitCode.notFound,
  409: ExitCode.conflict,
};

/** Says what happened and what to do, and answers the exit code. Only bugs show their stack, unless KUBEMIN_DEBUG asks. */
export function reportError(thrown: unknown, { terminal, style, env }: CommandContext): ExitCode {
  const error = toError(thrown);
  terminal.err(`${style.red('error:')} ${error.message}\n`);
  if (error instanceof PlatformError && error.problems.length > 0) {
    terminal.err(formatProblems(error.problems, { style }));
    return ExitCode.invalid;
  }
  if (error instanceof CliError && error.hint !== undefined) terminal.err(`       ${error.hint}\n`);
  if (!(error instanceof KubeminError) || env.KUBEMIN_DEBUG !== undefined) terminal.err(`${error.stack ?? ''}\n`);
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof PlatformError) return EXIT_BY_STATUS[error.status ?? 0] ?? ExitCode.failed;
  return ExitCode.failed;
}
