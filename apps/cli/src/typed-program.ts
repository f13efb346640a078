import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import type { Surroundings } from './command-context.ts';
import { typedPath } from './typed-path.ts';

/** npm sets this in what `npm start` and `npx` run; other scripts of npm are no way to type a command. */
const NPM_EVENTS: readonly (string | undefined)[] = ['start', 'npx'];

/**
 * What a user types to start this program: `npx kubemin` from a checkout that npm started it in, `kubemin` where the PATH
 * leads to it, else the path that was typed, which `bin/kubemin` passes on.
 */
export function typedProgram({ env, cwd }: Pick<Surroundings, 'env' | 'cwd'>): string {
  if (env.KUBEMIN_COMMAND) return env.KUBEMIN_COMMAND;
  if (NPM_EVENTS.includes(env.npm_lifecycle_event)) return 'npx kubemin';
  const started = env.KUBEMIN_STARTED_AS;
  if (!started) return 'kubemin';
  const path = resolve(cwd, started);
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter((each) => each !== '')
    .map((each) => resolve(cwd, each, 'kubemin'))
    .find((each) => existsSync(each));
  if (onPath === path) return 'kubemin';
  const typed = typedPath(path, cwd);
  return typed.includes('/') ? typed : `./${typed}`;
}
