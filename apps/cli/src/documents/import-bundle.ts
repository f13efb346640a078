import type { Message } from '@kubemin/base/message';
import { errorMessage, verbatim } from '@kubemin/base/message';
import { type ImportReport, type PlatformClient, type SealedBundle, sealedBundleSchema } from '@kubemin/client';
import { PlatformError } from '@kubemin/client/error';
import { connect } from '../connection/index.ts';
import { columnMessages, transferMessages } from '../messages/index.ts';
import {
  CliError,
  type CommandContext,
  ExitCode,
  type InputText,
  printList,
  readPassphrase,
} from '../terminal/index.ts';
import type { ImportOptions } from './import.ts';

/** Stores what a bundle holds on the platform, and starts a run of each if that is wanted. */
export async function importBundle(
  context: CommandContext,
  { name, text }: InputText,
  { passphraseFile, renumber, deploy }: Pick<ImportOptions, 'passphraseFile' | 'renumber' | 'deploy'>,
): Promise<ExitCode> {
  const { terminal, style, translate } = context;
  const bundle = parseBundle(name, text);
  const { client } = await connect(context);
  const passphrase = await readPassphrase(context, { file: passphraseFile, purpose: 'open' });
  const componentIds = renumber ? 'renumber' : 'keep';
  const report = await orWords(name, () => client.importApplications({ bundle, passphrase, componentIds }));
  const created = report.applications.filter(({ outcome }) => outcome === 'created');
  terminal.err(
    `${style.green('✓')} ${translate(transferMessages.imported({ created: created.length, unchanged: report.applications.length - created.length }))}\n`,
  );
  await show(context, report);
  if (deploy) await startRuns(context, client, created);
  else if (created.length > 0) terminal.err(`${translate(transferMessages.notDelivered)}\n`);
  return ExitCode.ok;
}

function parseBundle(name: string, text: string): SealedBundle {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw notReadable(name, verbatim('JSON'), cause);
  }
  const result = sealedBundleSchema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw notReadable(name, verbatim(issues.join('; ')));
}

function notReadable(name: string, why: Message, cause?: unknown): CliError {
  return new CliError(transferMessages.damaged({ file: name, why }), {
    code: 'BUNDLE_INVALID',
    exitCode: ExitCode.invalid,
    hint: transferMessages.exportAgain,
    cause,
  });
}

async function orWords(name: string, work: () => Promise<ImportReport>): Promise<ImportReport> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof PlatformError && cause.code === 'PASSPHRASE_WRONG') {
      throw new CliError(transferMessages.passphraseWrong({ file: name }), {
        code: cause.code,
        exitCode: ExitCode.unauthenticated,
        hint: transferMessages.passphraseCheck,
        cause,
      });
    }
    if (cause instanceof PlatformError && cause.code === 'BUNDLE_INVALID' && cause.problems.length === 0) {
      throw notReadable(name, errorMessage(cause), cause);
    }
    throw cause;
  }
}

async function show(context: CommandContext, { applications }: ImportReport): Promise<void> {
  const { translate } = context;
  await printList(context, {
    items: applications,
    columns: [
      { title: translate(columnMessages.name), cell: ({ name }) => name },
      { title: translate(columnMessages.namespace), cell: ({ namespace }) => namespace },
      { title: translate(columnMessages.revision), cell: ({ revision }) => String(revision) },
      {
        title: translate(transferMessages.outcome),
        cell: ({ outcome }) =>
          outcome === 'created' ? translate(transferMessages.created) : translate(transferMessages.unchanged),
      },
      { title: translate(columnMessages.id), cell: ({ id }) => id, wide: true },
    ],
    name: ({ name }) => name,
  });
}

async function startRuns(
  { terminal, style, translate }: CommandContext,
  client: PlatformClient,
  applications: ImportReport['applications'],
): Promise<void> {
  for (const { id, name, revision } of applications) {
    const { number } = await client.execWorkflow(id, { revision });
    terminal.err(`${style.bold(name)} ${translate(transferMessages.running({ run: number }))}\n`);
  }
}
