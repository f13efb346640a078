import { spawnSync } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { once } from '@kubemin/base';

/** The first that reads OpenAPI v3 before v2. */
export const OLDEST_MINOR = 29;

/** A kubectl of this machine. */
export interface KubectlProgram {
  readonly path: string;
  /** The x of 1.x. */
  readonly minor: number;
}

/**
 * The kubectl on PATH and the oldest of those that lie beside it as `kubectl.1.x`: between them they send what can be
 * sent in protobuf and in JSON. All of them where tests go further. Found once per process: each takes 0.1 s of a core
 * to print its version.
 */
export const kubectlPrograms = once((): readonly KubectlProgram[] => {
  const others = besidePath()
    .filter(({ minor }) => minor >= OLDEST_MINOR && minor !== onPath()?.minor)
    .map(({ path }) => path);
  return [...pathKubectl(), ...(process.env.KUBEMIN_TEST_FULL === '1' ? others.flatMap(program) : firstOf(others))];
});

/** The kubectl on PATH alone. */
export const pathKubectl = once((): readonly KubectlProgram[] => {
  const found = onPath();
  if (found === undefined || found.minor < OLDEST_MINOR) return [];
  // Of one version the exact one: the other may choose a version by the server it meets.
  const exact = besidePath().filter(({ minor }) => minor === found.minor);
  return firstOf([...exact.map(({ path }) => path), found.path]);
});

const onPath = once((): KubectlProgram | undefined => {
  const directories = (process.env.PATH ?? '').split(delimiter);
  return firstOf(directories.map((directory) => join(directory, 'kubectl'))).at(0);
});

/** Those in the same directory, by the versions in their names, the oldest first. */
function besidePath(): readonly KubectlProgram[] {
  const found = onPath();
  if (found === undefined) return [];
  const directory = dirname(realpathSync(found.path));
  return readdirSync(directory)
    .flatMap((name) => {
      const minor = /^kubectl\.1\.(\d+)$/.exec(name)?.[1];
      return minor === undefined ? [] : [{ path: join(directory, name), minor: Number(minor) }];
    })
    .sort((one, other) => one.minor - other.minor);
}

/** The first that runs, or none. */
function firstOf(paths: readonly string[]): readonly KubectlProgram[] {
  for (const path of paths) {
    const found = program(path);
    if (found.length > 0) return found;
  }
  return [];
}

function program(path: string): readonly KubectlProgram[] {
  const { status, stdout } = spawnSync(path, ['version', '--client'], { encoding: 'utf8' });
  const minor = /Client Version: v1\.(\d+)/.exec(stdout ?? '')?.[1];
  return status === 0 && minor !== undefined ? [{ path, minor: Number(minor) }] : [];
}
