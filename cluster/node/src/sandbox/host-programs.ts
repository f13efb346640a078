import { constants } from 'node:fs';
import { access, chmod, copyFile, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Message, verbatim } from '@kubemin/base/message';
import { elfInterpreter } from '../images/index.ts';
import { runtimeMessages } from '../messages/index.ts';
import { RuntimeError } from '../runtime/index.ts';
import { runProgram } from './run-program.ts';

/** Programs that the node agent itself starts, and the package that has each. */
const AGENT_PROGRAMS = {
  sh: runtimeMessages.posixShell,
  unshare: verbatim('util-linux'),
  nsenter: verbatim('util-linux'),
  setsid: verbatim('util-linux'),
  mount: verbatim('util-linux'),
  pivot_root: verbatim('util-linux'),
  ip: verbatim('iproute2'),
  dd: verbatim('coreutils'),
  mv: verbatim('coreutils'),
  rm: verbatim('coreutils'),
  mkdir: verbatim('coreutils'),
  chown: verbatim('coreutils'),
  umount: verbatim('util-linux'),
  sleep: verbatim('coreutils'),
  script: runtimeMessages.oneOfPackages({ first: 'util-linux', second: 'bsdutils' }),
  stty: verbatim('coreutils'),
  hostname: runtimeMessages.oneOfPackages({ first: 'hostname', second: 'inetutils' }),
} as const;

const TOOL_PACKAGES = runtimeMessages.oneOfPackages({ first: 'util-linux', second: 'coreutils' });

function missingProgram(program: string, containing: Message): Message {
  return runtimeMessages.programOfPackage({ program, package: containing });
}

/** Programs that are copied to where containers find them; see copyTools. */
const CONTAINER_TOOLS = ['sh', 'setpriv', 'unshare', 'umount', 'env'] as const;

/** Absolute paths of what the sandbox runtime starts on this machine. */
export type HostPrograms = Readonly<Record<keyof typeof AGENT_PROGRAMS, string>> & {
  readonly tools: readonly string[];
  /** Not needed, used where it is. */
  readonly crun?: string | undefined;
  /** Needed for containers that have a standard input. */
  readonly mkfifo?: string | undefined;
};

/** Looks for all programs in the given directories. Rejects with a RuntimeError that names all that are missing. */
export async function findHostPrograms(directories: readonly string[]): Promise<HostPrograms> {
  const find = (name: string) => findProgram(name, directories);
  const missing: Message[] = [];
  const require = async (name: keyof typeof AGENT_PROGRAMS): Promise<string> => {
    const path = await find(name);
    if (path === undefined) missing.push(missingProgram(name, AGENT_PROGRAMS[name]));
    return path ?? '';
  };
  const found = {
    sh: await require('sh'),
    unshare: await require('unshare'),
    nsenter: await require('nsenter'),
    setsid: await require('setsid'),
    mount: await require('mount'),
    pivot_root: await require('pivot_root'),
    ip: await require('ip'),
    dd: await require('dd'),
    mv: await require('mv'),
    rm: await require('rm'),
    mkdir: await require('mkdir'),
    chown: await require('chown'),
    umount: await require('umount'),
    sleep: await require('sleep'),
    script: await require('script'),
    stty: await require('stty'),
    hostname: await require('hostname'),
  };
  const tools: string[] = [];
  for (const name of CONTAINER_TOOLS) {
    const path = await find(name);
    if (path === undefined) missing.push(missingProgram(name, TOOL_PACKAGES));
    else tools.push(path);
  }
  if (missing.length > 0) {
    throw new RuntimeError(
      'RUNTIME_BROKEN',
      runtimeMessages.programsMissing({ directories: directories.join(':'), programs: missing }),
    );
  }
  return { ...found, tools, crun: await find('crun'), mkfifo: await find('mkfifo') };
}

/** The path of a program in the first of the directories that has it; undefined when none does. */
export async function findProgram(name: string, directories: readonly string[]): Promise<string | undefined> {
  for (const directory of directories) {
    const path = join(directory, name);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Where the tools directory is mounted in every container. */
export const TOOLS_MOUNT = '/dev/.kubemin';

/** How a copied tool is started inside a container, whatever its image contains. */
export interface ContainerTools {
  /** The directory on this machine. */
  readonly directory: string;
  /** The words that start a tool; its arguments follow. */
  command(tool: (typeof CONTAINER_TOOLS)[number]): readonly string[];
}

/**
 * Copies the tools that set up a container, their dynamic loader and libraries into a directory that every container has
 * mounted read-only, so that nothing is needed in images, and nothing of the machine's file system in containers.
 */
export async function copyTools(programs: HostPrograms, directory: string): Promise<ContainerTools> {
  const { tools } = programs;
  const loader = await dynamicLoader(tools);
  const command = (tool: string): readonly string[] =>
    loader === undefined
      ? [join(TOOLS_MOUNT, tool)]
      : [join(TOOLS_MOUNT, basename(loader)), '--library-path', join(TOOLS_MOUNT, 'lib'), join(TOOLS_MOUNT, tool)];
  const stamp = await sourceStamp(tools);
  const stampFile = join(directory, '.stamp');
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return { directory, command };
  // Containers that run have the old directory mounted; a new one takes its place.
  const next = `${directory}.new`;
  await rm(next, { recursive: true, force: true });
  await mkdir(join(next, 'lib'), { recursive: true });
  for (const tool of tools) await copyExecutable(tool, join(next, basename(tool)));
  if (loader !== undefined) {
    await copyExecutable(loader, join(next, basename(loader)));
    for (const library of await findLibraries(loader, programs)) {
      await copyExecutable(library, join(next, 'lib', basename(library)));
    }
  }
  await writeFile(join(next, '.stamp'), stamp);
  await rm(directory, { recursive: true, force: true });
  await rename(next, directory);
  return { directory, command };
}

async function copyExecutable(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o755);
}

/** Changes when one of the programs is replaced, as by an upgrade of the machine. */
async function sourceStamp(tools: readonly string[]): Promise<string> {
  const parts = await Promise.all(
    tools.map(async (tool) => {
      const { size, mtimeMs } = await stat(tool);
      return `${tool} ${size} ${mtimeMs}`;
    }),
  );
  return parts.join('\n');
}

/** Libraries by the names that programs look for them with. */
async function findLibraries(loader: string, { sh, tools }: HostPrograms): Promise<readonly string[]> {
  const script = 'loader=$1; shift; for tool; do "$loader" --list "$tool" || exit; done';
  const listed = await runProgram([sh, '-c', script, 'kubemin-libraries', loader, ...tools]);
  return [...new Set([...listed.matchAll(/=> (\/\S+)/g)].map(([, path = '']) => path))];
}

/** The interpreter that the first dynamic program names; undefined when all are static. */
async function dynamicLoader(programs: readonly string[]): Promise<string | undefined> {
  for (const program of programs) {
    const interpreter = await elfInterpreter(
      program,
      () => new RuntimeError('RUNTIME_BROKEN', runtimeMessages.foreignPrograms),
    );
    if (interpreter !== undefined) return realpath(interpreter);
  }
  return undefined;
}
