import { spawnSync } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

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
 * sent in protobuf and in JSON. All of them where tests go further.
 */
export function kubectlPrograms(): readonly KubectlProgram[] {
  const [found, ...others] = installed().filter(({ minor }) => minor >= OLDEST_MINOR);
  if (found === undefined) return [];
  const sorted = others.sort((one, other) => one.minor - other.minor);
  return [found, ...(process.env.KUBEMIN_TEST_FULL === '1' ? sorted : sorted.slice(0, 1))];
}

/** The kubectl on PATH alone. */
export function pathKubectl(): readonly KubectlProgram[] {
  return installed()
    .slice(0, 1)
    .filter(({ minor }) => minor >= OLDEST_MINOR);
}

/** One of each version; that on PATH comes first. */
function installed(): readonly KubectlProgram[] {
  const paths = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, 'kubectl'));
  const found = paths.flatMap(program).at(0);
  if (found === undefined) return [];
  const directory = dirname(realpathSync(found.path));
  const others = readdirSync(directory).filter((name) => /^kubectl\.1\.\d+$/.test(name));
  const all = [found, ...others.map((name) => join(directory, name)).flatMap(program)];
  // Of one version the exact one: the other may choose a version by the server it meets.
  return [...new Map(all.map((each) => [each.minor, each])).values()];
}

function program(path: string): readonly KubectlProgram[] {
  const { status, stdout } = spawnSync(path, ['version', '--client'], { encoding: 'utf8' });
  const minor = /Client Version: v1\.(\d+)/.exec(stdout ?? '')?.[1];
  return status === 0 && minor !== undefined ? [{ path, minor: Number(minor) }] : [];
}
