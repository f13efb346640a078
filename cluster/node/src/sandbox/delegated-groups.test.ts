import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { bundleProgram, containerSuite, eventually, missingNamespaces, temporaryDirectory } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../test-support/delegated-program.ts');
/** The user `nobody` of most systems. */
const ORDINARY = 65_534;
const TOP = '/sys/fs/cgroup';
/** What systemd gives to a user with a group. */
const DELEGATED = ['', 'cgroup.procs', 'cgroup.subtree_control', 'cgroup.threads'];

async function findMissing(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root may delegate groups';
  const controllers = await readFile(join(TOP, 'cgroup.controllers'), 'utf8').catch(() => '');
  if (!controllers.includes('memory')) return 'no control groups of version 2; npm run vm';
  return missingNamespaces();
}
const missing = await findMissing();

async function delegateGroup(path: string): Promise<void> {
  await mkdir(path);
  for (const name of DELEGATED) await chown(join(path, name), ORDINARY, ORDINARY);
}

async function removeGroups(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await removeGroups(join(path, entry.name));
  await rmdir(path);
}

describe.skipIf(missing !== undefined)(containerSuite('a node of an ordinary user', missing), () => {
  test.each([
    ['the group above was delegated too, as to sessions', 'shell'],
    ['its own group was delegated alone, as to services', ''],
  ])('has limits in control groups of version 2: %s', async (_, inner) => {
    const { path: directory, remove } = await temporaryDirectory();
    onTestFinished(remove);
    const home = await temporaryDirectory();
    onTestFinished(() => home.remove());
    await chown(home.path, ORDINARY, ORDINARY);
    await writeFile(join(TOP, 'cgroup.subtree_control'), '+cpu +memory +pids');
    const outer = join(TOP, `test-${basename(directory)}`);
    await delegateGroup(outer);
    // A process that was killed leaves its group a moment later.
    onTestFinished(() =>
      eventually(() =>
        removeGroups(outer).then(
          () => true,
          () => false,
        ),
      ).then(() => undefined),
    );
    const own = join(outer, inner);
    if (inner !== '') await delegateGroup(own);
    const program = bundleProgram(PROGRAM, home.path);
    const script = 'echo 0 >"$1/cgroup.procs" && shift && exec "$@"';
    const user = ['setpriv', `--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups', '--inh-caps=-all', '--'];
    const node = [process.execPath, program, home.path];
    const { stdout } = await promisify(execFile)('sh', ['-c', script, 'sh', own, ...user, ...node], { cwd: '/' });
    const { limitations, ...rest } = JSON.parse(stdout);
    expect(limitations).not.toContain('NoResourceLimits');
    expect(rest).toEqual({
      greedy: { reason: 'OOMKilled', exitCode: 137 },
      states: { lasting: 'running', greedy: 'exited' },
      measured: true,
    });
    const left = (await readdir(outer, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    expect(left.map(({ name }) => name)).toEqual([inner === '' ? 'kubemin-main' : inner]);
  });
});
