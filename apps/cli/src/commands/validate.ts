import type { Problem } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { type DocumentFile, readDocumentFile } from '../document-file.ts';
import { ExitCode } from '../exit-code.ts';
import { documentWords } from '../language/words/document.ts';
import { print } from '../output/printer.ts';
import { platformModel } from '../platform-model.ts';
import { formatProblems } from '../problems.ts';

export interface ValidateOptions {
  readonly file: string | undefined;
  /** Whether to ask the platform, too. */
  readonly platform: boolean;
}

/** Checks a document, without any platform unless it is asked for: what only that knows, as templates and profiles, is not looked at. */
export async function validate(context: CommandContext, options: ValidateOptions): Promise<ExitCode> {
  const { terminal, style, outStyle, language } = context;
  const say = documentWords[language];
  const file = await readDocumentFile(context, options.file);
  const { name } = file;
  const { problems: found } = platformModel().parseText(file.text);
  const problems = options.platform ? [...found, ...(await doubtsOf(context, file, found))] : found;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  await print(context, {
    data: { file: name, valid: errors === 0, problems },
    table: formatProblems(problems, { style: outStyle, language, fileName: name }),
    names: problems.map(({ code }) => code),
  });
  if (errors > 0) {
    terminal.alert(`${style.red('✗')} ${say.invalid(name, errors)}\n`);
    return ExitCode.invalid;
  }
  terminal.err(`${style.green('✓')} ${say.valid(name, problems.length)}\n`);
  return ExitCode.ok;
}

/** What the platform finds that was not found here. */
async function doubtsOf(
  context: CommandContext,
  { text, format }: DocumentFile,
  found: readonly Problem[],
): Promise<readonly Problem[]> {
  const { client } = await connect(context);
  const { errors, warnings } = await client.tryApplication({ text, format });
  const known = new Set(found.map(({ path, code }) => `${path} ${code}`));
  return [...errors, ...warnings].filter(({ path, code }) => !known.has(`${path} ${code}`));
}
