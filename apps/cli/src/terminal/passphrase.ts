import { SHORTEST_PASSPHRASE } from '@kubemin/client';
import { transferMessages } from '../messages/index.ts';
import type { CommandContext } from './command-context.ts';
import { CliError, ExitCode } from './errors/cli-error.ts';
import { readInput } from './input-text.ts';
import type { Prompter } from './prompt/answer.ts';
import { withPrompter } from './prompt/with-prompter.ts';

/** Where a passphrase comes from. */
export interface PassphraseSource {
  /** The value of `--passphrase-file`. */
  readonly file: string | undefined;
  /** A new one is prompted for twice, because typing has no echo. */
  readonly purpose: 'seal' | 'open';
}

/** The passphrase of a bundle: from a file, from KUBEMIN_PASSPHRASE, or typed unseen. Never from the command line itself. */
export async function readPassphrase(context: CommandContext, { file, purpose }: PassphraseSource): Promise<string> {
  const given = file === undefined ? context.env.KUBEMIN_PASSPHRASE : (await readInput(context, file)).text;
  // Editors append a line break to files.
  const passphrase = given?.replace(/\r?\n$/, '') ?? (await promptPassphrase(context, purpose));
  if (purpose === 'open' || passphrase.length >= SHORTEST_PASSPHRASE) return passphrase;
  throw new CliError(transferMessages.passphraseShort({ least: SHORTEST_PASSPHRASE }), {
    code: 'PASSPHRASE_SHORT',
    exitCode: ExitCode.usage,
    hint: transferMessages.passphraseGive,
  });
}

function promptPassphrase(context: CommandContext, purpose: PassphraseSource['purpose']): Promise<string> {
  if (context.input === 'never') throw missing();
  const check = (value: string): string | undefined =>
    purpose === 'seal' && value.length < SHORTEST_PASSPHRASE
      ? context.translate(transferMessages.passphraseShort({ least: SHORTEST_PASSPHRASE }))
      : undefined;
  return withPrompter(context, { ask: () => Promise.reject(missing()) }, async (prompter) => {
    const first = await askOnce(prompter, {
      message: context.translate(transferMessages.passphrase),
      help: context.translate(transferMessages.passphraseHelp),
      check,
    });
    if (purpose === 'open') return first;
    const second = await askOnce(prompter, {
      message: context.translate(transferMessages.passphraseAgain),
      check: () => undefined,
    });
    if (first === second) return first;
    throw new CliError(transferMessages.passphraseDiffers, {
      code: 'PASSPHRASES_DIFFER',
      exitCode: ExitCode.usage,
      hint: transferMessages.askedAgain,
    });
  });
}

interface Asking {
  readonly message: string;
  readonly help?: string;
  readonly check: (value: string) => string | undefined;
}

async function askOnce(prompter: Prompter, asking: Asking): Promise<string> {
  const reply = await prompter.ask({ kind: 'secret', id: 'passphrase', flag: '--passphrase-file', ...asking });
  if (reply.kind === 'answer' && typeof reply.value === 'string') return reply.value;
  throw new CliError(transferMessages.passphraseMissing, {
    code: 'PASSPHRASE_MISSING',
    exitCode: ExitCode.interrupted,
    hint: transferMessages.passphraseGive,
  });
}

function missing(): CliError {
  return new CliError(transferMessages.passphraseMissing, {
    code: 'PASSPHRASE_MISSING',
    exitCode: ExitCode.usage,
    hint: transferMessages.passphraseGive,
  });
}
