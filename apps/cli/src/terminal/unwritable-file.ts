import { documentMessages } from '../messages/index.ts';
import { CliError, ExitCode, failureReason } from './errors/cli-error.ts';

/** The error for a file that cannot be written. */
export function unwritableFile(file: string, cause: unknown): CliError {
  return new CliError(documentMessages.unwritable({ name: file, why: failureReason(cause) }), {
    code: 'FILE_UNWRITABLE',
    exitCode: ExitCode.failed,
    hint: documentMessages.placeToWrite,
    cause,
  });
}
