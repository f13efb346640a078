import { stringify } from 'yaml';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { readDocumentFile } from '../document-file.ts';
import { ExitCode } from '../exit-code.ts';
import { formatProblems } from '../problems.ts';

export interface RenderOptions {
  readonly dataDir?: string;
  readonly file: string | undefined;
  readonly output: 'yaml' | 'json';
}

/** Prints the Kubernetes objects of a document; nothing is stored. */
export async function render(context: CommandContext, options: RenderOptions): Promise<ExitCode> {
  const { terminal, style, cwd } = context;
  const { text, format, name } = await readDocumentFile(cwd, options.file);
  const { client } = await connect(context, options.dataDir);
  const { objects, problems } = await client.renderDocument({ text, format });
  if (problems.length > 0) terminal.err(formatProblems(problems, { style, fileName: name }));
  const manifests = objects.map(({ manifest }) => manifest);
  const list = { apiVersion: 'v1', kind: 'List', items: manifests };
  terminal.out(
    options.output === 'json'
      ? `${JSON.stringify(list, null, 2)}\n`
      : manifests.map((manifest) => `---\n${stringify(manifest, { lineWidth: 0 })}`).join(''),
  );
  return ExitCode.ok;
}
