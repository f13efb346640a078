import { basename } from 'node:path';
import { toDnsLabel } from '@kubemin/model';
import { Document } from 'yaml';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { DEFAULT_DOCUMENT } from '../document-file.ts';
import { ExitCode } from '../exit-code.ts';
import { findTemplate } from '../find-template.ts';
import { documentWords } from '../language/words/document.ts';
import { writeNewFile } from '../new-file.ts';
import { formatProblems } from '../problems.ts';
import type { TemplateOptions } from './template-show.ts';

export interface UseTemplateOptions extends TemplateOptions {
  readonly name: string | undefined;
  readonly file: string | undefined;
}

/** Writes a document whose components come from a template; the platform says what it thinks of it beforehand. */
export async function useTemplate(context: CommandContext, options: UseTemplateOptions): Promise<ExitCode> {
  const { terminal, style, language, cwd } = context;
  const { client } = await connect(context);
  const template = await findTemplate(client, options.template);
  const { components } = await client.getApplication(template.id);
  const name = options.name ?? toDnsLabel(basename(cwd));
  const text = documentOf({ name, id: template.name, targets: components.map((each) => each.name) }, context);
  const { valid, errors, warnings } = await client.tryApplication({ text, format: 'yaml' });
  const problems = [...errors, ...warnings];
  const file = options.file ?? DEFAULT_DOCUMENT;
  if (problems.length > 0) terminal.alert(formatProblems(problems, { style, language, fileName: file }));
  if (!valid) return ExitCode.invalid;
  await writeNewFile(context, { file, text });
  return ExitCode.ok;
}

function documentOf(
  { name, id, targets }: { readonly name: string; readonly id: string; readonly targets: readonly string[] },
  { language }: CommandContext,
): string {
  const say = documentWords[language];
  const document = new Document({ name, component: targets.map((target) => ({ template: { id, target } })) });
  document.commentBefore = ` ${say.changeHere}\n ${say.changeHereToo}`;
  return document.toString();
}
