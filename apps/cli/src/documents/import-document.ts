import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Message } from '@kubemin/base/message';
import { errorMessage } from '@kubemin/base/message';
import { detectFormat, importers, importText, type NotCarried } from '@kubemin/convert';
import { toDnsLabel } from '@kubemin/model';
import { documentMessages, transferMessages } from '../messages/index.ts';
import {
  CliError,
  type CommandContext,
  ExitCode,
  formatProblems,
  type InputText,
  refuseExisting,
  STDIO,
  sentMessage,
  writeNewFile,
} from '../terminal/index.ts';
import { invalidDocument } from './checked-document.ts';
import { DEFAULT_DOCUMENT, documentMode } from './document-file.ts';
import type { ImportOptions } from './import.ts';
import { platformModel } from './platform-model.ts';

/** Converts a file of another tool to an application document, and reports the differences. */
export async function importDocument(
  context: CommandContext,
  source: InputText,
  { name, file = DEFAULT_DOCUMENT }: Pick<ImportOptions, 'name' | 'file'>,
): Promise<ExitCode> {
  const { terminal, style, translate } = context;
  refuseExisting(context, file);
  const model = platformModel();
  const imported = converted(context, source, { name, model });
  const { document, problems } = model.parse({ ...imported.document, ...(name !== undefined && { name }) });
  if (document === undefined)
    throw notReadable(
      source.name,
      problems.map((problem) => sentMessage(problem, 'message', problem.message)),
    );
  const text = model.printDocument(document, { format: file.endsWith('.json') ? 'json' : 'yaml' });
  await writeNewFile(context, { file, text, mode: documentMode(document) });
  showNotes(context, imported.notCarried);
  const format = translate(importers[imported.format].title);
  terminal.err(`${style.green('✓')} ${translate(transferMessages.convertedFrom({ format, file }))}\n`);
  if (file !== STDIO) terminal.err(`${translate(transferMessages.thenCheck({ file }))}\n`);
  return ExitCode.ok;
}

/** Prints what a conversion dropped or changed. */
export function showNotes({ terminal, style, translate }: CommandContext, notes: readonly NotCarried[]): void {
  if (notes.length === 0) return;
  const lines = notes.map((note) => {
    const sent = (field: 'what' | 'why'): string => translate(sentMessage(note, field, note[field]));
    const how = translate(note.how === 'dropped' ? transferMessages.dropped : transferMessages.changed);
    return `  ${style.yellow(how)} ${style.bold(note.path || sent('what'))}${note.path ? ` (${sent('what')})` : ''}: ${sent('why')}\n`;
  });
  terminal.err(`${translate(transferMessages.notCarried({ count: notes.length }))}\n${lines.join('')}`);
}

interface Conversion {
  readonly name: string | undefined;
  readonly model: ReturnType<typeof platformModel>;
}

function converted(context: CommandContext, source: InputText, { name, model }: Conversion) {
  const path = resolve(context.cwd, source.name);
  const directory = source.name === STDIO ? context.cwd : dirname(path);
  try {
    if (detectFormat(source.text) === undefined) refuseDocument(context, source, model);
    return importText(source.text, {
      name: name ?? toDnsLabel(basename(directory)),
      variables: variablesFor(context, directory),
      files: referredFiles(source.text, directory),
      model,
    });
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw notReadable(source.name, [errorMessage(error)], error);
  }
}

/** An application document needs no conversion; one with problems is not taken for an unknown format. */
function refuseDocument(
  { terminal, style, translate }: CommandContext,
  { name, text }: InputText,
  model: Conversion['model'],
): void {
  const { problems } = model.parseText(text, { fileName: name });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) {
    throw new CliError(transferMessages.isDocument({ file: name }), {
      code: 'DOCUMENT_ALREADY',
      exitCode: ExitCode.usage,
      hint: transferMessages.deployIt({ file: name }),
    });
  }
  if (!/^\s*["']?components?["']?\s*:/m.test(text)) return;
  terminal.alert(formatProblems(problems, { style, translate, fileName: name }));
  throw invalidDocument(
    documentMessages.invalid({ name, errors: errors.length }),
    // Import takes no --lenient: there is nothing to convert.
    [],
  );
}

/** As Compose takes them: the environment before the `.env` beside the file. */
function variablesFor({ env }: CommandContext, directory: string): Readonly<Record<string, string>> {
  const file = join(directory, '.env');
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const entries = Object.entries({ ...written, ...env });
  return Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

/** Contents of the files beside it that the text may refer to: every word of it that is one. */
function referredFiles(text: string, directory: string): Readonly<Record<string, string>> {
  const words = new Set(text.match(/[\w./-]+/g) ?? []);
  return Object.fromEntries(
    [...words].flatMap((word): readonly (readonly [string, string])[] => {
      const path = resolve(directory, word);
      if (!path.startsWith(`${resolve(directory)}/`)) return [];
      const content = smallText(path);
      return content === undefined ? [] : [[word, content]];
    }),
  );
}

/** Larger than any handwritten file. */
const LARGEST_FILE = 256 * 1024;

function smallText(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size > LARGEST_FILE) return undefined;
  const content = readFileSync(path, 'utf8');
  return content.includes('\0') ? undefined : content;
}

function notReadable(name: string, why: readonly Message[], cause?: unknown): CliError {
  return new CliError(transferMessages.notReadable({ file: name, why }), {
    code: 'IMPORT_FAILED',
    exitCode: ExitCode.invalid,
    hint: transferMessages.readable,
    cause,
  });
}
