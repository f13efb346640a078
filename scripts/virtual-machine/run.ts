// npm run vm [-- --memory MB --timeout MINUTES --] COMMAND…: runs a command in a virtual machine with Debian's kernel, for what the kernel of this machine does not
// have: control groups of version 2 alone, NFS, other modules. It sees the files of this machine; what it writes is discarded. There is no network but loopback.
// Needs qemu-system-x86, busybox-static, cpio, kmod and e2fsprogs; the package of the kernel is downloaded with apt-get and unpacked, not installed.
import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

/** What is needed before the files of the machine are there. */
const MODULES = ['virtio_pci', 'virtio_blk', '9pnet_virtio', '9p', 'ext4', 'overlay'];
const DISK_BYTES = 16 * 2 ** 30;
/** What the first process prints when the command has ended. */
const EXIT = /^KUBEMIN_EXIT (\d+)/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { memory: { type: 'string', default: '6144' }, timeout: { type: 'string', default: '60' } },
});
if (positionals.length === 0)
  throw new Error('no command: npm run vm -- npm run test:unit -- cluster/node/src/sandbox');

const directory = mkdtempSync(join(tmpdir(), 'kubemin-vm-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));
const kernel = unpackKernel();
process.exitCode = await boot(makeInitialFiles(kernel), makeDisk());

interface Kernel {
  readonly release: string;
  readonly image: string;
  /** Where `lib/modules` is. */
  readonly root: string;
}

/** Downloads the newest kernel of this Debian release. */
function unpackKernel(): Kernel {
  const root = join(directory, 'kernel');
  mkdirSync(root);
  const described = execFileSync('apt-cache', ['depends', 'linux-image-amd64'], { encoding: 'utf8' });
  const name = /Depends: (linux-image-\S+)/.exec(described)?.[1];
  if (name === undefined) throw new Error('apt-cache knows no linux-image-amd64: run apt-get update');
  execFileSync('apt-get', ['download', '-qq', name], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  const archive = readdirSync(directory).find((file) => file.startsWith(name) && file.endsWith('.deb'));
  if (archive === undefined) throw new Error(`apt-get has not downloaded ${name}`);
  execFileSync('dpkg-deb', ['-x', join(directory, archive), root]);
  const [release = ''] = readdirSync(join(root, 'lib', 'modules'));
  execFileSync('depmod', ['-b', root, release]);
  return { release, image: join(root, 'boot', `vmlinuz-${release}`), root };
}

/** The first files of the machine: busybox, modules and the script that finds the rest. */
function makeInitialFiles({ release, root }: Kernel): string {
  const files = join(directory, 'initial');
  mkdirSync(join(files, 'bin'), { recursive: true });
  mkdirSync(join(files, 'modules'));
  copyFileSync('/bin/busybox', join(files, 'bin', 'busybox'));
  copyFileSync(join(import.meta.dirname, 'init.sh'), join(files, 'init'));
  execFileSync('chmod', ['755', join(files, 'init')]);
  const settings = {
    MODULES: join(root, 'lib', 'modules'),
    DIRECTORY: process.cwd(),
    SEARCH: process.env.PATH ?? '',
    COMMAND: positionals.map(shellWord).join(' '),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${shellWord(value)}`);
  writeFileSync(join(files, 'settings'), `${lines.join('\n')}\n`);
  const order = new Set<string>();
  for (const module of MODULES) {
    const words = ['-d', root, '-S', release, '--show-depends', module];
    const printed = execFileSync('modprobe', words, { encoding: 'utf8' });
    // `insmod PATH`, or `builtin NAME`.
    for (const [, path = ''] of printed.matchAll(/^insmod (\S+)/gm)) order.add(path);
  }
  [...order].forEach((path, index) => {
    copyFileSync(path, join(files, 'modules', `${String(index).padStart(2, '0')}-${basename(path)}`));
  });
  const image = join(directory, 'initial.cpio');
  execFileSync('sh', ['-c', `find . | cpio -o -H newc --quiet >"$1"`, 'sh', image], { cwd: files });
  return image;
}

function makeDisk(): string {
  const file = join(directory, 'disk');
  openSync(file, 'w');
  truncateSync(file, DISK_BYTES);
  execFileSync('mke2fs', ['-q', '-t', 'ext4', file]);
  return file;
}

/** Resolves with the exit code of the command; 124 when it took too long, 125 when the machine did not start. */
async function boot(initial: string, disk: string): Promise<number> {
  const words = [
    ...['-accel', 'tcg,thread=multi', '-smp', '2', '-m', values.memory, '-cpu', 'max', '-nic', 'none'],
    ...['-kernel', kernel.image, '-initrd', initial, '-append', 'console=ttyS0 panic=-1 quiet loglevel=3'],
    ...['-nographic', '-no-reboot', '-drive', `file=${disk},format=raw,if=virtio,cache=unsafe`],
    ...['-fsdev', 'local,id=host,path=/,security_model=none,readonly=on,multidevs=remap'],
    ...['-device', 'virtio-9p-pci,fsdev=host,mount_tag=host'],
  ];
  const machine = spawn('qemu-system-x86_64', words, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => machine.kill('SIGKILL'));
  const late = setTimeout(() => machine.kill('SIGKILL'), Number(values.timeout) * 60_000);
  let code: number | undefined;
  for await (const line of createInterface({ input: machine.stdout })) {
    const exit = EXIT.exec(line);
    if (exit === null) process.stdout.write(`${line}\n`);
    else code = Number(exit[1]);
  }
  clearTimeout(late);
  return code ?? 124;
}

function shellWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
