import { KubeminError } from '@kubemin/base';
import { CliError } from './cli-error.ts';
import { ExitCode } from './exit-code.ts';
import { inBoth } from './language/catalogue.ts';
import { startWords } from './language/words/start.ts';

const ABOUT_PORTS = ['PORT_TAKEN', 'PORT_FORBIDDEN'];

/** Runs what opens a port; when the port cannot be had, names the flag that chooses another. */
export async function withPortAdvice<T>(flag: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof KubeminError && ABOUT_PORTS.includes(error.code))) throw error;
    throw new CliError(error.message, {
      code: error.code,
      exitCode: ExitCode.failed,
      hint: inBoth(startWords, (say) => say.choosePort(flag)),
      cause: error,
    });
  }
}
