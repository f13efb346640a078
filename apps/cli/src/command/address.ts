import type { CliCommand } from './cli-command.ts';
import { globalAt, type TypedGlobals } from './global-options.ts';

/** Which command a command line means. */
export type Addressed = (
  | { readonly kind: 'command'; readonly command: CliCommand; readonly args: readonly string[] }
  /** The words are the beginning of several commands, or none were given. */
  | { readonly kind: 'family'; readonly path: readonly string[]; readonly asks: 'help' | 'version' | undefined }
  | { readonly kind: 'unknown'; readonly path: readonly string[]; readonly word: string }
) & {
  /** Global options among the words. */
  readonly globals: TypedGlobals;
};

/** Reads the words of a command's name, and the global options before and between them. */
export function address(commands: readonly CliCommand[], args: readonly string[]): Addressed {
  const globals = new Map<string, readonly string[]>();
  let path: readonly string[] = [];
  let at = 0;
  while (at < args.length) {
    const word = args[at] ?? '';
    const found = globalAt(args.slice(at));
    if (found !== undefined) {
      globals.set(found.name, [...(globals.get(found.name) ?? []), found.value]);
      at += found.length;
      continue;
    }
    if (word === '--help' || word === '-h') return { kind: 'family', path, asks: 'help', globals };
    if (word === '--version' && path.length === 0) return { kind: 'family', path, asks: 'version', globals };
    const next = [...path, word];
    if (!commands.some((command) => isUnder(command, next))) return { kind: 'unknown', path, word, globals };
    path = next;
    at += 1;
    const command = commands.find((each) => each.path.length === next.length && isUnder(each, next));
    if (command !== undefined) return { kind: 'command', command, args: args.slice(at), globals };
  }
  return { kind: 'family', path, asks: undefined, globals };
}

/** Whether a command's name begins with these words. */
export function isUnder({ path }: CliCommand, words: readonly string[]): boolean {
  return words.every((word, index) => path[index] === word);
}
