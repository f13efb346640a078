import { stringify } from 'yaml';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { showNotes } from '../import-document.ts';
import { objectWords } from '../language/words/object.ts';
import { readObjects } from '../objects/read-objects.ts';
import { print } from '../output/printer.ts';

export interface ConvertOptions {
  readonly files: readonly string[];
}

/** Prints objects in Kubernetes' own words, and tells what is not as it was. */
export async function convert(context: CommandContext, { files }: ConvertOptions): Promise<ExitCode> {
  const { terminal, language, output } = context;
  const say = objectWords[language];
  const { objects, notCarried } = await readObjects(context, files);
  const all = objects.map(({ object }) => object);
  if (output === undefined || output === 'yaml') {
    terminal.out(all.map((object) => `---\n${stringify(object, { lineWidth: 0 })}`).join(''));
  } else {
    const names = all.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name ?? ''}`);
    const data = output === 'jsonl' ? all : { apiVersion: 'v1', kind: 'List', items: all };
    await print(context, { data, table: names.map((name) => `${name}\n`).join(''), names });
  }
  showNotes(context, notCarried);
  terminal.err(
    `${say.converted(all.length)}; ${say.minik8sIs(objects.filter(({ translated }) => translated).length)}\n`,
  );
  return ExitCode.ok;
}
