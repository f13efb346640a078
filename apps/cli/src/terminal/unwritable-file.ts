import { toError } from '@kubemin/base';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { documentWords } from '../language/words/document.ts';

/** What to tell whose file the disk refused to take. */
export function unwritableFile(file: string, cause: unknown): CliError {
  return new CliError(
    inBoth(documentWords, (say) => say.unwritable(file, toError(cause).message)),
    {
      code: 'FILE_UNWRITABLE',
      exitCode: ExitCode.failed,
      hint: inBoth(documentWords, (say) => say.placeToWrite),
      cause,
    },
  );
}
