import { enableCompileCache, flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import type { CommandContext } from '../command-context.ts';

/** Code that was compiled before, to be kept for the next start. */
export interface CompiledCode {
  /** Writes down what this start compiled; kill -9 later loses none of it. */
  keep(): void;
}

/**
 * Takes compiled code from beside the bundle from now on, for whatever is loaded after this: most of the time a start
 * needs is the compiler's. Where nothing can be written, everything is compiled as ever. Sources are left alone.
 */
export function useCompiledCode({ program }: CommandContext): CompiledCode {
  const entry = program.at(-1) ?? '';
  if (!entry.endsWith('.mjs')) return { keep: () => undefined };
  enableCompileCache(join(dirname(entry), 'compiled'));
  return { keep: flushCompileCache };
}
