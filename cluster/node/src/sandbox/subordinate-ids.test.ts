import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { subordinateMap } from './user-map.ts';

const PROGRAM = join(import.meta.dirname, '../test-support/subordinate-program.ts');
/** The user `nobody` of most systems. */
const ORDINARY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Runs a part of the program as an ordinary user. */
async function run(part: string, words: readonly string[], more: readonly string[] = []): Promise<string> {
  const ids = [`--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups'];
  const user = ['setpriv', '--inh-caps=-all', ...(isRoot ? ids : []), ...more, '--'];
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', PROGRAM];
  const [program = '', ...rest] = [...user, ...node, part, ...words];
  return (await promisify(execFile)(program, rest, { cwd: '/' })).stdout;
}

/** Whether there is something to try: without an entry no process is started. */
function hasEntry(): boolean {
  const [users = '', groups = ''] = ['/etc/subuid', '/etc/subgid'].map((file) =>
    existsSync(file) ? readFileSync(file, 'utf8') : '',
  );
  const name = isRoot ? 'nobody' : userInfo().username;
  const uid = isRoot ? ORDINARY : (process.getuid?.() ?? 0);
  return subordinateMap({ users, groups }, { uid, gid: uid, name }) !== undefined;
}

const kind = hasEntry() ? await run('map', []).catch(() => 'none') : 'none';
const why =
  kind === 'subordinate'
    ? ''
    : ' (skipped: no newuidmap, or no entry of an ordinary user in /etc/subuid and /etc/subgid)';

describe.skipIf(kind !== 'subordinate')(`a node of a user with subordinate ids${why}`, () => {
  test('has the users of images and pods, and removes what belongs to them', async () => {
    const { path, remove } = await temporaryDirectory();
    onTestFinished(remove);
    if (isRoot) await chown(path, ORDINARY, ORDINARY);
    const { output, ...rest } = JSON.parse(await run('node', [path]));
    expect(rest).toEqual({ isSameAnchor: true, isRemoved: true });
    expect(output.split('\n').slice(0, 2)).toEqual(['1000', '1001 2000']);
    expect(output).toMatch(/-rwSr----- +1 1000 1001 .* file/);
    expect(output).toMatch(/d--------- +2 1000 1001 .* closed/);
  });

  test('has one user where programs may gain no rights', async () => {
    expect(await run('map', [], ['--no-new-privs'])).toBe('single');
  });
});
