import { existsSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into a command before its own code (`--import`): kills it with -9 right before it changes the file system
 * below KUBEMIN_TEST_KILL_IN for the time that KUBEMIN_TEST_KILL_AT counts.
 */
const place = process.env.KUBEMIN_TEST_KILL_IN ?? '/';
let left = Number(process.env.KUBEMIN_TEST_KILL_AT);

/** What changes nothing is no moment of its own: making what is there, removing what is not. */
const CHANGES: Readonly<Record<string, (path: string) => boolean>> = {
  mkdir: (path) => !existsSync(path),
  mkdtemp: () => true,
  open: () => true,
  rename: () => true,
  link: () => true,
  rm: existsSync,
  rmdir: existsSync,
  writeFile: () => true,
};

for (const [name, isChange] of Object.entries(CHANGES)) {
  const original: unknown = Reflect.get(promises, name);
  if (typeof original !== 'function') throw new TypeError(`node:fs/promises has no ${name}`);
  Reflect.set(promises, name, (...words: readonly unknown[]): unknown => {
    const path = String(words[0]);
    if (path.startsWith(place) && isChange(path)) {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
    }
    return Reflect.apply(original, promises, words);
  });
}
syncBuiltinESMExports();
