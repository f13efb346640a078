// What the virtual machine has and this one may not: Debian's kernel, and packages that are downloaded with apt-get and unpacked, not installed.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Of the tests: a server and a client of NFS with their libraries, the runtimes of containers, and the programs that map the ids of ordinary users. */
const PACKAGES = [
  ...['nfs-kernel-server', 'nfs-common', 'libnfsidmap1', 'libtirpc3', 'libtirpc-common', 'libevent-core-2.1-7'],
  ...['keyutils', 'libkeyutils1', 'libdevmapper1.02.1', 'libwrap0', 'netbase'],
  ...['containerd', 'runc', 'crun', 'containernetworking-plugins', 'uidmap'],
];
/** Directories that are links to those in /usr: a directory of a package would cover them. */
const MERGED = ['bin', 'sbin', 'lib'];

export interface Kernel {
  readonly release: string;
  readonly image: string;
  /** Where `lib/modules` is. */
  readonly root: string;
}

/** Downloads the newest kernel of this Debian release. */
export function unpackKernel(directory: string): Kernel {
  const root = join(directory, 'kernel');
  const described = execFileSync('apt-cache', ['depends', 'linux-image-amd64'], { encoding: 'utf8' });
  const name = /Depends: (linux-image-\S+)/.exec(described)?.[1];
  if (name === undefined) throw new Error('apt-cache knows no linux-image-amd64: run apt-get update');
  unpack([name], directory, root);
  const [release = ''] = readdirSync(join(root, 'lib', 'modules'));
  execFileSync('depmod', ['-b', root, release]);
  return { release, image: join(root, 'boot', `vmlinuz-${release}`), root };
}

/** Unpacks the packages of the tests that are not installed here. */
export function unpackPackages(directory: string, root: string): void {
  const selections = execFileSync('dpkg', ['--get-selections'], { encoding: 'utf8' });
  // `libkeyutils1:amd64   install`
  const names = new Set([...selections.matchAll(/^([^\s:]+)\S*\s+install$/gm)].map(([, name]) => name));
  unpack(
    PACKAGES.filter((name) => !names.has(name)),
    directory,
    root,
  );
  for (const name of MERGED) {
    const path = join(root, name);
    if (!existsSync(path) || lstatSync(path).isSymbolicLink()) continue;
    cpSync(path, join(root, 'usr', name), { recursive: true, verbatimSymlinks: true });
    rmSync(path, { recursive: true });
  }
}

function unpack(names: readonly string[], directory: string, root: string): void {
  mkdirSync(root, { recursive: true });
  if (names.length === 0) return;
  const archives = join(directory, 'archives');
  mkdirSync(archives);
  // As this user: the one of apt may not write here.
  const words = ['download', '-qq', '-o', 'APT::Sandbox::User=root', ...names];
  execFileSync('apt-get', words, { cwd: archives, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const archive of readdirSync(archives)) execFileSync('dpkg-deb', ['-x', join(archives, archive), root]);
  rmSync(archives, { recursive: true });
}
