import { type ImportReport, type PlatformClient, type SealedBundle, sealedBundleSchema } from '@kubemin/client';
import { PlatformError } from '@kubemin/client/error';
import type { ImportOptions } from '../commands/import.ts';
import { connect } from '../connection/connect.ts';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { columnWords } from '../language/words/column.ts';
import { transferWords } from '../language/words/transfer.ts';
import { printList } from '../output/printer.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import type { InputText } from '../terminal/input-text.ts';
import { readPassphrase } from '../terminal/passphrase.ts';

/** Stores what a bundle holds on the platform, and starts a run of each if that is wanted. */
export async function importBundle(
  context: CommandContext,
  { name, text }: InputText,
  { passphraseFile, renumber, deploy }: Pick<ImportOptions, 'passphraseFile' | 'renumber' | 'deploy'>,
): Promise<ExitCode> {
  const { terminal, style, language } = context;
  const say = transferWords[language];
  const bundle = bundleOf(name, text);
  const { client } = await connect(context);
  const passphrase = await readPassphrase(context, { file: passphraseFile, purpose: 'open' });
  const componentIds = renumber ? 'renumber' : 'keep';
  const report = await orWords(name, () => client.importApplications({ bundle, passphrase, componentIds }));
  const created = report.applications.filter(({ outcome }) => outcome === 'created');
  terminal.err(`${style.green('✓')} ${say.imported(created.length, report.applications.length - created.length)}\n`);
  await show(context, report);
  if (deploy) await startRuns(context, client, created);
  else if (created.length > 0) terminal.err(`${say.notDelivered}\n`);
  return ExitCode.ok;
}

function bundleOf(name: string, text: string): SealedBundle {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw notReadable(name, 'JSON', cause);
  }
  const result = sealedBundleSchema.safeParse(value);
  if (result.success) return result.data;
  throw notReadable(name, result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}

function notReadable(name: string, why: string, cause?: unknown): CliError {
  return new CliError(
    inBoth(transferWords, (say) => say.damaged(name, why)),
    {
      code: 'BUNDLE_INVALID',
      exitCode: ExitCode.invalid,
      hint: inBoth(transferWords, (say) => say.exportAgain),
      cause,
    },
  );
}

async function orWords(name: string, work: () => Promise<ImportReport>): Promise<ImportReport> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof PlatformError && cause.code === 'PASSPHRASE_WRONG') {
      throw new CliError(
        inBoth(transferWords, (say) => say.passphraseWrong(name)),
        {
          code: cause.code,
          exitCode: ExitCode.unauthenticated,
          hint: inBoth(transferWords, (say) => say.passphraseCheck),
          cause,
        },
      );
    }
    if (cause instanceof PlatformError && cause.code === 'BUNDLE_INVALID' && cause.problems.length === 0) {
      throw notReadable(name, cause.message, cause);
    }
    throw cause;
  }
}

async function show(context: CommandContext, { applications }: ImportReport): Promise<void> {
  const { language } = context;
  const title = columnWords[language];
  const say = transferWords[language];
  await printList(context, {
    items: applications,
    columns: [
      { title: title.name, cell: ({ name }) => name },
      { title: title.namespace, cell: ({ namespace }) => namespace },
      { title: title.revision, cell: ({ revision }) => String(revision) },
      { title: say.outcome, cell: ({ outcome }) => (outcome === 'created' ? say.created : say.unchanged) },
      { title: title.id, cell: ({ id }) => id, wide: true },
    ],
    name: ({ name }) => name,
  });
}

async function startRuns(
  { terminal, style, language }: CommandContext,
  client: PlatformClient,
  applications: ImportReport['applications'],
): Promise<void> {
  for (const { id, name, revision } of applications) {
    const { number } = await client.execWorkflow(id, { revision });
    terminal.err(`${style.bold(name)} ${transferWords[language].running(number)}\n`);
  }
}
