import { stringify } from 'yaml';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { readDocumentFile } from '../document-file.ts';
import { ExitCode } from '../exit-code.ts';
import { print } from '../output/printer.ts';
import { formatProblems } from '../problems.ts';

export interface RenderOptions {
  readonly file: string | undefined;
}

/** Prints the Kubernetes objects of a document; nothing is stored. */
export async function render(context: CommandContext, options: RenderOptions): Promise<ExitCode> {
  const { terminal, style, language, cwd, output } = context;
  const { text, format, name } = await readDocumentFile(cwd, options.file);
  const { client } = await connect(context);
  const { objects, problems } = await client.renderDocument({ text, format });
  if (problems.length > 0) terminal.alert(formatProblems(problems, { style, language, fileName: name }));
  const manifests = objects.map(({ manifest }) => manifest);
  const list = { apiVersion: 'v1', kind: 'List', items: manifests };
  if (output === undefined || output === 'yaml') {
    terminal.out(manifests.map((manifest) => `---\n${stringify(manifest, { lineWidth: 0 })}`).join(''));
    return ExitCode.ok;
  }
  const names = manifests.map(({ kind, metadata }) => `${String(kind)}/${String(Object(metadata).name)}`);
  const data = output === 'jsonl' ? manifests : list;
  await print(context, { data, table: names.map((name) => `${name}\n`).join(''), names });
  return ExitCode.ok;
}
