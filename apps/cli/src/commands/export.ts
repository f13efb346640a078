import { dirname, join, resolve } from 'node:path';
import { makeDirectory } from '@kubemin/base/machine';
import type { Message } from '@kubemin/base/message';
import type { PlatformClient } from '@kubemin/client';
import { connect, findApplication, readLink } from '../connection/index.ts';
import { documentMessages, transferMessages } from '../messages/index.ts';
import {
  CliError,
  type CommandContext,
  ExitCode,
  readPassphrase,
  refuseExisting,
  replaceFile,
  STDIO,
  unwritableFile,
  writeNewFile,
} from '../terminal/index.ts';

const YAML_FILE = /\.ya?ml$/i;

/** What applications can be written as. */
export type ExportFormat = 'bundle' | 'document' | 'manifests' | 'kustomize' | 'helm';

export interface ExportOptions {
  readonly apps: readonly string[];
  readonly all: boolean;
  readonly file: string | undefined;
  readonly format: ExportFormat | undefined;
  readonly passphraseFile: string | undefined;
}

/** Takes applications out of the platform: all that they are, sealed, or one of them in the words of another tool. */
export async function exportApplications(context: CommandContext, options: ExportOptions): Promise<ExitCode> {
  const { all, file = STDIO } = options;
  const link = all || options.apps.length > 0 ? undefined : await readLink(context);
  const apps = link === undefined ? options.apps : [link.app];
  const [app, ...others] = apps;
  const isOneDocument = YAML_FILE.test(file) && apps.length === 1 && options.passphraseFile === undefined;
  const { format = isOneDocument ? 'document' : 'bundle' } = options;
  if (all === apps.length > 0) throw usage('EXPORT_UNCLEAR', transferMessages.whatToExport, transferMessages.nameOrAll);
  refuseExisting(context, file);
  if (format === 'bundle') return exportBundle(context, { ...options, apps, file });
  if (app === undefined || others.length > 0)
    throw usage('EXPORT_UNCLEAR', transferMessages.oneOnly({ format }), transferMessages.nameOne);
  const { client } = await connect(context);
  context.terminal.err(`${context.translate(transferMessages.secretsMasked)}\n`);
  if (format === 'document') {
    const { id, revision } = await findApplication(client, app);
    const written = YAML_FILE.test(file) ? 'yaml' : file.endsWith('.json') ? 'json' : undefined;
    const { text } = await client.getRevision(id, String(revision), written && { format: written });
    await writeNewFile(context, { file, text: text.endsWith('\n') ? text : `${text}\n` });
    return ExitCode.ok;
  }
  return exportFiles(context, client, { app, format, file });
}

async function exportBundle(
  context: CommandContext,
  { apps, file, passphraseFile }: ExportOptions & { readonly file: string },
): Promise<ExitCode> {
  const { terminal, style, translate } = context;
  const { client } = await connect(context);
  const ids = await Promise.all(apps.map(async (app) => (await findApplication(client, app)).id));
  const passphrase = await readPassphrase(context, { file: passphraseFile, purpose: 'seal' });
  const { bundle, applications, profiles } = await client.exportApplications({
    passphrase,
    ...(ids.length > 0 && { applications: ids }),
  });
  await writeNewFile(context, { file, text: `${JSON.stringify(bundle, undefined, 2)}\n`, mode: 0o600 });
  terminal.err(
    `${style.green('✓')} ${translate(transferMessages.exported({ applications: applications.length, profiles: profiles.length }))}\n`,
  );
  return ExitCode.ok;
}

async function exportFiles(
  context: CommandContext,
  client: PlatformClient,
  {
    app,
    format,
    file,
  }: { readonly app: string; readonly format: 'manifests' | 'kustomize' | 'helm'; readonly file: string },
): Promise<ExitCode> {
  const { terminal, style, translate, cwd } = context;
  const { id, revision } = await findApplication(client, app);
  const { text } = await client.getRevision(id, String(revision));
  const { components } = await client.getApplication(id);
  const { exportedFiles } = await import('../documents/index.ts');
  const componentIds = Object.fromEntries(components.map((component) => [component.name, component.id]));
  const files = Object.entries(exportedFiles(text, { format, identity: { appId: id, componentIds } }));
  const [only, ...more] = files;
  if (only !== undefined && more.length === 0) {
    await writeNewFile(context, { file, text: only[1] });
    return ExitCode.ok;
  }
  if (file === STDIO)
    throw usage('DIRECTORY_NEEDED', transferMessages.needsDirectory({ format }), transferMessages.giveDirectory);
  for (const [name, content] of files) {
    const path = resolve(cwd, join(file, name));
    try {
      await makeDirectory(dirname(path));
      await replaceFile(path, content);
    } catch (cause) {
      throw unwritableFile(join(file, name), cause);
    }
    terminal.err(`${style.green('✓')} ${translate(documentMessages.wrote({ name: join(file, name) }))}\n`);
  }
  return ExitCode.ok;
}

function usage(code: string, text: Message, hint: Message): CliError {
  return new CliError(text, { code, exitCode: ExitCode.usage, hint });
}
