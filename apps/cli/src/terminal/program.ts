import { enableCompileCache, flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;

/**
 * Takes compiled code from beside the bundle from now on, for whatever is loaded after this: most of the time a command
 * needs is the compiler's. Where nothing can be written, everything is compiled as ever. Sources are left alone.
 */
export function useCompileCache(entry: string): void {
  if (entry.endsWith('.mjs')) enableCompileCache(join(dirname(entry), 'compiled'));
}

/** Writes down what was compiled so far, which else happens at the end: kill -9 would lose it. */
export function saveCompileCache(): void {
  flushCompileCache();
}

/** Resolves when the signal aborts. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
