import type { ExitCode } from '../errors/cli-error.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { readInput } from '../terminal/input-text.ts';

export interface ImportOptions {
  readonly source: string;
  readonly name: string | undefined;
  readonly file: string | undefined;
  readonly passphraseFile: string | undefined;
  readonly renumber: boolean;
  readonly deploy: boolean;
}

/** Brings applications in: onto the platform from a bundle, into a file from anything else. */
export async function importFile(context: CommandContext, options: ImportOptions): Promise<ExitCode> {
  const source = await readInput(context, options.source);
  if (/^\s*\{[^{}]*"kind"\s*:\s*"KubeMinBundle"/.test(source.text)) {
    const { importBundle } = await import('../documents/import-bundle.ts');
    return importBundle(context, source, options);
  }
  const { importDocument } = await import('../documents/import-document.ts');
  return importDocument(context, source, options);
}
