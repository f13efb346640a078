import type { CommandContext } from '../command-context.ts';
import { readDocumentFile } from '../document-file.ts';
import { ExitCode } from '../exit-code.ts';
import { documentWords } from '../language/words/document.ts';
import { print } from '../output/printer.ts';
import { platformModel } from '../platform-model.ts';
import { formatProblems } from '../problems.ts';

export interface ValidateOptions {
  readonly file: string | undefined;
}

/** Checks a document without any platform: what only that knows, as templates and profiles, is not looked at. */
export async function validate(context: CommandContext, options: ValidateOptions): Promise<ExitCode> {
  const { terminal, style, outStyle, language } = context;
  const say = documentWords[language];
  const { name, text } = await readDocumentFile(context, options.file);
  const { problems } = platformModel().parseText(text);
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
