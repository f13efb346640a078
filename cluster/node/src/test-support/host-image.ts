import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ContainerConfig } from '../runtime/index.ts';
import { nodeOwner, shiftOwner } from '../sandbox/user-map.ts';
import { findUserMap } from '../sandbox/user-namespace.ts';

/** Programs that tests use in containers, all of which every machine with a shell has. */
const PROGRAMS = [
  '/bin/sh',
  '/bin/cat',
  '/bin/ls',
  '/bin/sleep',
  '/usr/bin/id',
  '/usr/bin/env',
  '/bin/mkdir',
  '/bin/chmod',
];
const MORE = [
  '/usr/bin/head',
  '/bin/stty',
  '/bin/touch',
  '/usr/bin/tr',
  '/bin/hostname',
  '/bin/readlink',
  '/bin/chown',
  '/usr/bin/setpriv',
];

/** Makes the root of an image from programs of this machine and their libraries: nothing is downloaded. User `member` is in group `team`. */
export async function makeHostImage(root: string): Promise<void> {
  for (const name of ['bin', 'tmp', 'etc', 'usr', 'var']) await mkdir(join(root, name), { recursive: true });
  await writeFile(join(root, 'etc', 'passwd'), 'root:x:0:0::/root:/bin/sh\nmember:x:1500:1500::/:/bin/sh\n');
  await writeFile(join(root, 'etc', 'group'), 'root:x:0:\nmember:x:1500:\nteam:x:1600:member\n');
  for (const program of [...PROGRAMS, ...MORE, process.execPath]) {
    // Node itself is large: tests that need it mount it.
    if (program !== process.execPath) await copyFile(program, join(root, 'bin', basename(program)));
    const { stdout } = await promisify(execFile)('ldd', [program]).catch(() => ({ stdout: '' }));
    for (const [library] of stdout.matchAll(/\/\S+/g)) {
      await mkdir(join(root, dirname(library)), { recursive: true });
      await copyFile(library, join(root, library));
    }
  }
}

/** A container that runs a script on an image of makeHostImage. */
export function hostContainer(root: string, script: string, more: Partial<ContainerConfig> = {}): ContainerConfig {
  return {
    name: 'main',
    attempt: 0,
    image: { reference: 'host:1', id: 'sha256:1', root },
    command: ['sh', '-c', script],
    environment: { PATH: '/bin' },
    workingDirectory: '/',
    mounts: [],
    user: { uid: 0, gid: 0, groups: [] },
    readOnlyRoot: false,
    logFile: 'main.log',
    stdin: false,
    stdinOnce: false,
    tty: false,
    resources: {},
    ...more,
  };
}

/** Who user 0 of containers is on this machine, when that is not the user of the test. */
export const testOwner = nodeOwner(await findUserMap());

/** Makes a directory one of the node, as if processes inside had made it and what is in it. */
export async function giveToNode(path: string): Promise<void> {
  if (testOwner !== undefined) await shiftOwner(path, testOwner);
}
