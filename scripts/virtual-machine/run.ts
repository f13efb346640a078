// npm run vm [-- OPTIONS] [-- COMMAND…]: runs tests, or a command, in a virtual machine with Debian's kernel, for what the kernel of this machine may not have: control
// groups of version 2 alone, NFS, other modules. See docs/virtual-machine.md. It sees the files of this machine; what it writes is discarded. There is no network but
// loopback. Needs qemu-system-x86, busybox-static, cpio, kmod and e2fsprogs.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { BUNDLE_DIRECTORY, bundleTests } from './bundle-tests.ts';
import { type Kernel, unpackKernel, unpackPackages } from './packages.ts';
import { parseResult, resultTable, type TestResult } from './test-results.ts';
import { TEST_SUITES, type TestSuite } from './test-suites.ts';

/** What is needed before the files of the machine are there. */
const MODULES = ['virtio_pci', 'virtio_blk', '9pnet_virtio', '9p', 'ext4', 'overlay'];
const DISK_BYTES = 16 * 2 ** 30;
/** Directories of the checkout that tests read sources of. */
const SOURCES = ['core', 'cluster'];
/** What the first process prints when the command has ended. */
const EXIT = /^KUBEMIN_EXIT (\d+)/;
/** What is printed before the tests of a suite. */
const SUITE = /^KUBEMIN_SUITE (\S+)/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    memory: { type: 'string', default: '6144' },
    timeout: { type: 'string', default: '240' },
    suite: { type: 'string', multiple: true, default: [] },
  },
});
const unknown = values.suite.filter((name) => !TEST_SUITES.some((suite) => suite.name === name));
if (unknown.length > 0)
  throw new Error(`unknown: ${unknown.join(', ')}; there are ${TEST_SUITES.map(({ name }) => name).join(', ')}`);
const suites = TEST_SUITES.filter(({ name }) => values.suite.length === 0 || values.suite.includes(name));

const checkout = join(import.meta.dirname, '..', '..');
const directory = mkdtempSync(join(tmpdir(), 'kubemin-vm-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
process.exitCode = await (positionals.length === 0 ? runTests() : runCommand());

async function runCommand(): Promise<number> {
  const command = positionals.map(shellWord).join(' ');
  return runMachine({ command, workingDirectory: process.cwd() }, (line) => void process.stdout.write(`${line}\n`));
}

/** Prints each result, and the table of all; resolves with 0 when all suites have ended and nothing has failed. */
async function runTests(): Promise<number> {
  const bundles = join(directory, 'bundles');
  await bundleTests(suites, checkout, bundles);
  const results = new Map<string, TestResult[]>();
  let current: TestResult[] = [];
  const command = suites.map(suiteCommand).join('\n');
  const code = await runMachine({ command, workingDirectory: checkout, bundles }, (line) => {
    const [, suite] = SUITE.exec(line) ?? [];
    const result = parseResult(line);
    if (suite !== undefined) {
      current = [];
      results.set(suite, current);
    } else if (result !== undefined) {
      current.push(result);
      process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${result.state}: ${result.name}\n`);
    } else if (line !== '') process.stdout.write(`${line}\n`);
  });
  process.stdout.write(`\n${resultTable(results)}\n`);
  const isComplete = suites.every(({ name }) => results.get(name)?.some(({ state }) => state === 'passed'));
  const hasFailed = [...results.values()].flat().some(({ state }) => state === 'failed');
  return code !== 0 ? code : isComplete && !hasFailed ? 0 : 1;
}

function suiteCommand({ name, only }: TestSuite): string {
  const place = join(checkout, BUNDLE_DIRECTORY);
  const words = [
    ...['node', '--disable-warning=ExperimentalWarning', join(checkout, 'node_modules/vitest/vitest.mjs'), 'run'],
    ...['--root', place, '--config', join(place, 'vitest.config.mjs'), `${name}.test.mjs`],
    ...(only === undefined ? [] : ['-t', only]),
  ];
  // Its results state what has failed. The firmware leaves the cursor behind what it has printed.
  return `echo; echo 'KUBEMIN_SUITE ${name}'; ${words.map(shellWord).join(' ')} || :`;
}

interface MachineWork {
  /** Run by a shell. */
  readonly command: string;
  readonly workingDirectory: string;
  /** Has what is added to the checkout. */
  readonly bundles?: string;
}

async function runMachine({ command, workingDirectory, bundles }: MachineWork, onLine: (line: string) => void) {
  const kernel = unpackKernel(directory);
  const files = join(directory, 'files');
  unpackPackages(directory, files);
  if (bundles !== undefined) {
    const place = join(files, checkout);
    mkdirSync(place, { recursive: true });
    execFileSync('cp', ['-R', join(bundles, BUNDLE_DIRECTORY), place]);
    // Tests bundle programs there: sources that change here meanwhile would not fit together.
    for (const name of SOURCES) execFileSync('cp', ['-R', join(checkout, name), place]);
  }
  const settings = {
    MODULES: join(kernel.root, 'lib', 'modules'),
    DIRECTORY: workingDirectory,
    SEARCH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin`,
    COMMAND: command,
  };
  return boot(kernel, { initial: makeInitialFiles(kernel, settings), disk: makeDisk(files) }, onLine);
}

/** The first files of the machine: busybox, modules and the script that finds the rest. */
function makeInitialFiles({ release, root }: Kernel, settings: Readonly<Record<string, string>>): string {
  const files = join(directory, 'initial');
  mkdirSync(join(files, 'bin'), { recursive: true });
  mkdirSync(join(files, 'modules'));
  copyFileSync('/bin/busybox', join(files, 'bin', 'busybox'));
  copyFileSync(join(import.meta.dirname, 'init.sh'), join(files, 'init'));
  execFileSync('chmod', ['755', join(files, 'init')]);
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

/** A disk whose `upper` has the files that the machine sees beside those of this one. */
function makeDisk(files: string): string {
  const disk = join(directory, 'disk');
  const content = join(directory, 'content');
  mkdirSync(content);
  execFileSync('mv', [files, join(content, 'upper')]);
  openSync(disk, 'w');
  truncateSync(disk, DISK_BYTES);
  execFileSync('mke2fs', ['-q', '-t', 'ext4', '-d', content, disk]);
  return disk;
}

/** Resolves with the exit code of the command; 124 when it took too long, 125 when the machine did not start. */
async function boot(
  kernel: Kernel,
  { initial, disk }: { readonly initial: string; readonly disk: string },
  onLine: (line: string) => void,
): Promise<number> {
  const words = [
    // One processor: Node crashes on two emulated ones.
    ...['-accel', 'tcg,thread=single', '-smp', '1', '-m', values.memory, '-cpu', 'max', '-nic', 'none'],
    ...['-kernel', kernel.image, '-initrd', initial, '-append', 'console=ttyS0 panic=-1 quiet loglevel=3'],
    ...['-nographic', '-no-reboot', '-drive', `file=${disk},format=raw,if=virtio,cache=unsafe`],
    ...['-fsdev', 'local,id=host,path=/,security_model=none,readonly=on,multidevs=remap'],
    ...['-device', 'virtio-9p-pci,fsdev=host,mount_tag=host'],
  ];
  const machine = spawn('qemu-system-x86_64', words, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => machine.kill('SIGKILL'));
  const late = setTimeout(() => machine.kill('SIGKILL'), Number(values.timeout) * 60_000);
  let code: number | undefined;
  for await (const printed of createInterface({ input: machine.stdout })) {
    const line = stripVTControlCharacters(printed);
    const exit = EXIT.exec(line);
    if (exit === null) onLine(line);
    else code = Number(exit[1]);
  }
  clearTimeout(late);
  return code ?? 124;
}

function shellWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
