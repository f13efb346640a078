import { type CommandContext, type ExitCode, readInput } from '../terminal/index.ts';

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
    const { importBundle } = await import('./import-bundle.ts');
    return importBundle(context, source, options);
  }
  const { importDocument } = await import('./import-document.ts');
  return importDocument(context, source, options);
}
