import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Message } from '@kubemin/base/message';
import type { Application, PlatformClient } from '@kubemin/client';
import { PlatformError } from '@kubemin/client/error';
import { connect, findApplication } from '../connection/index.ts';
import { documentHere, platformModel, platformTools } from '../documents/index.ts';
import { authoringMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, formatProblems } from '../terminal/index.ts';
import { validate } from './validate.ts';

export interface EditOptions {
  /** A file, or an application; the document that lies here when undefined. */
  readonly target: string | undefined;
  readonly plugins: readonly string[];
}

/** Opens an editor on a document, or on an application as it is stored, and checks what comes of it. */
export async function edit(context: CommandContext, { target, plugins }: EditOptions): Promise<ExitCode> {
  const name = target ?? documentHere(context);
  if (/\.(ya?ml|json)$/i.test(name) || existsSync(resolve(context.cwd, name))) {
    await openEditor(context, resolve(context.cwd, name));
    return validate(context, { file: name, platform: false, lenient: false, plugins });
  }
  const { client } = await connect(context);
  return editApplication(context, client, await findApplication(client, name));
}

async function editApplication(
  context: CommandContext,
  client: PlatformClient,
  application: Application,
): Promise<ExitCode> {
  const { terminal, style, translate } = context;
  const { text, format } = await client.getRevision(application.id, String(application.revision));
  const directory = await mkdtemp(join(context.env.TMPDIR || tmpdir(), 'kubemin-edit-'));
  const file = join(directory, `${application.name}.${format}`);
  const before = format === 'yaml' ? `${translate(authoringMessages.secretsMasked)}\n${text}` : text;
  await writeFile(file, before, { mode: 0o600 });
  const outcome = await saved(context, client, { application, file, before, format });
  if (outcome.kind === 'kept') {
    terminal.alert(`${style.yellow('!')} ${translate(authoringMessages.keptIn({ file }))}\n`);
    throw outcome.why;
  }
  await rm(directory, { recursive: true, force: true });
  if (outcome.kind === 'unchanged') {
    terminal.err(`${translate(authoringMessages.unchanged)}\n`);
    return ExitCode.ok;
  }
  terminal.err(
    `${style.green('✓')} ${translate(authoringMessages.saved({ name: application.name, revision: outcome.revision }))}\n${translate(authoringMessages.notRun({ name: application.name }))}\n`,
  );
  terminal.out(`${outcome.revision}\n`);
  return ExitCode.ok;
}

interface Editing {
  readonly application: Application;
  readonly file: string;
  readonly before: string;
  readonly format: 'json' | 'yaml';
}

/** Keeps the edited text in a file if saving fails. */
type Outcome =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'saved'; readonly revision: number }
  | { readonly kind: 'kept'; readonly why: unknown };

async function saved(context: CommandContext, client: PlatformClient, editing: Editing): Promise<Outcome> {
  const { application, file, before, format } = editing;
  try {
    await openEditor(context, file);
    const text = await readFile(file, 'utf8');
    if (text === before) return { kind: 'unchanged' };
    await refuseInvalid(context, file, text);
    const { outcome, revision } = await client.saveApplication({ text, format }, { ifMatch: application.revision });
    return outcome === 'unchanged' ? { kind: 'unchanged' } : { kind: 'saved', revision };
  } catch (error) {
    return { kind: 'kept', why: overtaken(error, editing) };
  }
}

async function refuseInvalid(context: CommandContext, file: string, text: string): Promise<void> {
  const { terminal, style, translate } = context;
  const { model } = (await platformTools(context)) ?? { model: platformModel() };
  // The platform knows which unknown fields the application already carries, and decides about the others.
  const { document, problems } = model.parseText(text, { fileName: file, unknownFields: 'keep' });
  if (problems.length > 0) terminal.alert(formatProblems(problems, { style, translate, fileName: file }));
  if (document !== undefined) return;
  throw new CliError(authoringMessages.nothingSaved, {
    code: 'DOCUMENT_INVALID',
    exitCode: ExitCode.invalid,
    hint: authoringMessages.thenSave({ file }),
  });
}

function overtaken(error: unknown, { application, file }: Editing): unknown {
  if (!(error instanceof PlatformError) || error.code !== 'REVISION_CONFLICT') return error;
  return new CliError(authoringMessages.overtaken({ name: application.name }), {
    code: error.code,
    exitCode: ExitCode.conflict,
    hint: authoringMessages.mergeIt({ name: application.name, file }),
    cause: error,
  });
}

/** Opens a file in the editor of the user's choice and waits until they are done. */
async function openEditor({ env, cwd, input }: CommandContext, path: string): Promise<void> {
  const editor = env.VISUAL || env.EDITOR || (input === 'ask' ? 'vi' : undefined);
  if (editor === undefined) throw usage('EDITOR_MISSING', authoringMessages.noEditor, authoringMessages.setEditor);
  // EDITOR may hold options, as in `code --wait`: a shell takes it apart, and gets the path as it is.
  const child = spawn('sh', ['-c', `${editor} "$0"`, path], { cwd, env: { ...env }, stdio: 'inherit' });
  const [exitCode, signal] = await once(child, 'close');
  if (exitCode === 0) return;
  throw usage(
    'EDITOR_FAILED',
    authoringMessages.editorFailed({ editor, how: String(signal ?? exitCode) }),
    authoringMessages.nothingSaved,
  );
}

function usage(code: string, text: Message, hint: Message): CliError {
  return new CliError(text, { code, exitCode: ExitCode.usage, hint });
}
