import { CliError, ExitCode, failureReason } from '../errors/cli-error.ts';
import { documentMessages } from '../messages/document.ts';

/** What to tell whose file the disk refused to take. */
export function unwritableFile(file: string, cause: unknown): CliError {
  return new CliError(documentMessages.unwritable({ name: file, why: failureReason(cause) }), {
    code: 'FILE_UNWRITABLE',
    exitCode: ExitCode.failed,
    hint: documentMessages.placeToWrite,
    cause,
  });
}
