import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, chown, mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Clock, systemClock } from '@kubemin/base';
import { runtimeMessages } from '../messages/index.ts';
import { type ContainerResources, RuntimeError } from '../runtime/index.ts';
import {
  type Controller,
  findParents,
  type GroupDirectories,
  type GroupPlace,
  LIMITING,
  moveProcesses,
  uniqueDirectories,
  withOthers,
} from './group-places.ts';
import { runProgram } from './run-program.ts';
import { parseJson, readIfPresent, readUnlessMissing, replaceFile } from './runtime-records.ts';
import type { FileOwner } from './user-map.ts';

/** A directory of control groups that a container sees. */
export interface GroupMount {
  readonly source: string;
  /** Below `/sys/fs/cgroup`; empty for that directory itself. */
  readonly name: string;
}

/** The file of a node's directory that has the place of its control groups. */
const RECORD = 'cgroups.json';
const CPU_PERIOD_US = 100_000;
const SMALLEST_QUOTA_US = 1_000;
const SMALLEST_SHARES = 2;
const LARGEST_SHARES = 262_144;
/** Enough for every usual program, and far from what a machine has. */
const POD_PROCESSES = 4096;
/** How the groups of nodes are named. */
const NODE_GROUP = /^kubemin-[0-9a-f]{12}$/;
/** Of the agent and the anchor, beside those of pods. */
const AGENT_GROUP = 'agent';
const STALE_MS = 600_000;
const REMOVE_WAIT_MS = 5_000;
const REMOVE_PAUSE_MS = 10;

export interface ControlGroupsOptions {
  /** The directory of the node. */
  readonly directory: string;
  readonly clock: Clock;
  readonly sh: string;
  /** Who may make groups in that of the node, when that is not the user of this process. */
  readonly owner?: FileOwner | undefined;
  /** Groups are also made by another program, in each hierarchy that there is. @default false */
  readonly isShared?: boolean;
  /** @default those of this process */
  readonly mountInfo?: string;
  /** Lines of /proc/PID/cgroup. @default those of this process */
  readonly ownGroups?: string;
}

/**
 * The control groups of a node: one for each pod, and in it one for each container. Undefined where this user cannot write
 * them; that is found out by a trial, as permissions alone do not decide it.
 */
export async function openControlGroups(options: ControlGroupsOptions): Promise<ControlGroups | undefined> {
  const { directory, clock, sh, owner } = options;
  const known = await readGroups(directory);
  if (known !== undefined && (await restoreGroup(known, owner)) && (await isUsable(known, sh))) {
    return new ControlGroups(known, clock, owner);
  }
  const name = groupName(directory);
  for (const found of await readParents(options)) {
    const parent = options.isShared === true ? await withOthers(found) : found;
    const base = inGroup(parent, name);
    try {
      // Recorded first: a record without groups does no harm, groups without a record would never be removed.
      replaceFile(join(directory, RECORD), JSON.stringify(base));
      if (owner !== undefined) await chown(join(directory, RECORD), owner.uid, owner.gid);
      if (found.moves === true && !(await moveProcesses(parent))) continue;
      await makeGroup(base, parent, owner);
      if (await isUsable(base, sh)) {
        await new ControlGroups(parent, clock).removeStale(name);
        return new ControlGroups(base, clock, owner);
      }
    } catch {
      // Not writable here.
    }
    await removeGroup(base);
  }
  await rm(join(directory, RECORD), { force: true });
  return undefined;
}

/** Makes the group of a node again, with its owner, where an earlier process has removed it; false where that is not allowed. */
async function restoreGroup(group: GroupDirectories, owner: FileOwner | undefined): Promise<boolean> {
  try {
    await makeGroup(group, outerGroup(group), owner);
    return true;
  } catch {
    return false;
  }
}

/** Removes all control groups of a node whose processes were ended. With a damaged record: those where it would make them now. */
export async function removeControlGroups(
  directory: string,
  clock: Clock = systemClock,
  options: Pick<ControlGroupsOptions, 'mountInfo' | 'ownGroups'> = {},
): Promise<void> {
  const known = await readGroups(directory);
  const isDamaged = known === undefined && existsSync(join(directory, RECORD));
  const parents = isDamaged ? await readParents(options) : [];
  const groups = known === undefined ? parents.map((parent) => inGroup(parent, groupName(directory))) : [known];
  for (const group of groups) await new ControlGroups(group, clock).removeAll();
}

async function readParents(
  options: Pick<ControlGroupsOptions, 'mountInfo' | 'ownGroups'>,
): Promise<readonly GroupPlace[]> {
  const mountInfo = options.mountInfo ?? (await readFile('/proc/self/mountinfo', 'utf8'));
  const ownGroups = options.ownGroups ?? (await readFile('/proc/self/cgroup', 'utf8'));
  return findParents(mountInfo, ownGroups);
}

function killIfPresent(pid: number): void {
  // Processes of other PID namespaces are listed as 0.
  if (!(pid > 0)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** The name of a node's group. */
function groupName(directory: string): string {
  return `kubemin-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`;
}

/** The groups of one node. */
export class ControlGroups {
  readonly #base: GroupDirectories;
  readonly #clock: Clock;
  readonly #owner: FileOwner | undefined;

  constructor(base: GroupDirectories, clock: Clock, owner?: FileOwner) {
    this.#base = base;
    this.#clock = clock;
    this.#owner = owner;
  }

  /** Of the interface of the kernel. */
  get version(): 1 | 2 {
    return this.#base.version;
  }

  /** The name of the node's group from the top of a hierarchy: `/kubemin-0123456789ab`. */
  get path(): string {
    const { version, directories } = this.#base;
    return version === 1
      ? `/${basename(directories.memory ?? '')}`
      : (directories.memory ?? '').replace(/^\/sys\/fs\/cgroup/, '');
  }

  /**
   * Makes a group for the processes of the node itself. With version 2 moving a process requires write access to
   * the group that holds its old and its new one: here that is the group of the node.
   */
  async createAgent(): Promise<readonly string[]> {
    await this.#ensureBase();
    const group = inGroup(this.#base, AGENT_GROUP);
    await makeGroup(group, this.#base, this.#owner);
    return uniqueDirectories(group);
  }

  /** Makes the group of a pod, with the limits that all its containers have together. */
  async createPod(sandboxId: string, limits: ContainerResources = {}): Promise<void> {
    await this.#ensureBase();
    const pod = inGroup(this.#base, sandboxId);
    await makeGroup(pod, this.#base, this.#owner);
    await writeLimit(pod, 'pids', 'pids.max', limits.processLimit ?? POD_PROCESSES);
    if (limits.cpuLimit) await writeQuota(pod, limits.cpuLimit);
    if (limits.memoryLimit) await writeMemoryLimit(pod, Math.floor(limits.memoryLimit));
  }

  /** Another node of this machine removes it when this one has had no pods for a while. */
  async #ensureBase(): Promise<void> {
    const isMissing = uniqueDirectories(this.#base).some((directory) => !existsSync(directory));
    if (isMissing) await makeGroup(this.#base, outerGroup(this.#base), this.#owner);
  }

  /** Makes the group of a container in that of its pod, and gives the pod the share of all its containers together. */
  async createContainer(
    sandboxId: string,
    id: string,
    { own, pod }: { readonly own: ContainerResources; readonly pod: readonly ContainerResources[] },
  ): Promise<void> {
    const podGroup = inGroup(this.#base, sandboxId);
    const group = inGroup(podGroup, id);
    await makeGroup(group, podGroup, this.#owner);
    await writeShares(podGroup, sumRequests(pod));
    await writeShares(group, own.cpuRequest ?? own.cpuLimit ?? 0);
    if (own.cpuLimit) await writeQuota(group, own.cpuLimit);
    if (own.memoryLimit) await writeMemoryLimit(group, Math.floor(own.memoryLimit));
    // Of a container all processes end, of a pod one container: also for want of what the pod may use.
    if (group.version === 2) await writeOptional(group, 'memory.oom.group', 1);
    if (own.processLimit) await writeLimit(group, 'pids', 'pids.max', own.processLimit);
  }

  /** Gives a pod whose containers are made by another program limits of its own, and the share of all its containers together. */
  async limitPod(
    sandboxId: string,
    {
      own = {},
      containers,
    }: { readonly own?: ContainerResources | undefined; readonly containers: readonly ContainerResources[] },
  ): Promise<void> {
    const group = inGroup(this.#base, sandboxId);
    await writeShares(group, own.cpuRequest ?? sumRequests(containers));
    if (own.cpuLimit) await writeQuota(group, own.cpuLimit);
    if (own.memoryLimit) await writeMemoryLimit(group, Math.floor(own.memoryLimit));
  }

  /** Changes the limits of a container while it runs, and the share of its pod. */
  async updateContainer(
    sandboxId: string,
    id: string,
    { own, pod }: { readonly own: ContainerResources; readonly pod: readonly ContainerResources[] },
  ): Promise<void> {
    const podGroup = inGroup(this.#base, sandboxId);
    const group = inGroup(podGroup, id);
    // First, as it is the one that may be refused: less than what is used and cannot be taken back.
    this.assertMemory(sandboxId, id, own.memoryLimit);
    await writeMemoryLimit(group, own.memoryLimit ? Math.floor(own.memoryLimit) : undefined);
    await writeQuota(group, own.cpuLimit === 0 ? undefined : own.cpuLimit);
    await writeShares(podGroup, sumRequests(pod));
    await writeShares(group, own.cpuRequest ?? own.cpuLimit ?? 0);
  }

  /**
   * Throws a RuntimeError where a container uses more memory than a new limit. With version 1 the kernel refuses that; with version 2 it ends the
   * container.
   */
  assertMemory(sandboxId: string, id: string, bytes = 0): void {
    const { version, directories } = inGroup(inGroup(this.#base, sandboxId), id);
    const read = (file: string): number => Number.parseInt(readIfPresent(join(directories.memory ?? '', file)), 10);
    const used = read('memory.current');
    if (version === 1 || bytes === 0 || !(used >= bytes) || read('memory.max') <= bytes) return;
    const message = runtimeMessages.memoryInUse({ limit: String(Math.floor(bytes)), used: String(used) });
    throw new RuntimeError('UPDATE_CONTAINER', message);
  }

  /** The directories whose groups the processes of a container join. */
  joined(sandboxId: string, id: string): readonly string[] {
    return uniqueDirectories(inGroup(inGroup(this.#base, sandboxId), id));
  }

  /** Where the groups of a container are seen in it, as other runtimes show them: programs look there for their limits. */
  mounts(sandboxId: string, id: string): readonly GroupMount[] {
    const { version, directories } = inGroup(inGroup(this.#base, sandboxId), id);
    if (version === 2) return [{ source: directories.memory ?? '', name: '' }];
    return Object.entries(directories).map(([name, source]) => ({ source, name }));
  }

  /** The file with the line `oom_kill N`. */
  oomFile(sandboxId: string, id: string): string {
    const { version, directories } = inGroup(inGroup(this.#base, sandboxId), id);
    return join(directories.memory ?? '', version === 1 ? 'memory.oom_control' : 'memory.events');
  }

  /** What a container uses; undefined when its group is gone. Page cache that can be dropped at once does not count. */
  stats(sandboxId: string, id: string): { readonly cpuNanoseconds: bigint; readonly memoryBytes: number } | undefined {
    const { version, directories } = inGroup(inGroup(this.#base, sandboxId), id);
    const { memory = '', cpuacct = '' } = directories;
    const usage = readIfPresent(join(memory, version === 1 ? 'memory.usage_in_bytes' : 'memory.current'));
    const cpu =
      version === 1
        ? readIfPresent(join(cpuacct, 'cpuacct.usage')).trim()
        : readKey(join(cpuacct, 'cpu.stat'), 'usage_usec');
    if (usage === '' || cpu === '') return undefined;
    const inactive = readKey(join(memory, 'memory.stat'), version === 1 ? 'total_inactive_file' : 'inactive_file');
    const cpuNanoseconds = version === 1 ? BigInt(cpu) : BigInt(cpu) * 1000n;
    return { cpuNanoseconds, memoryBytes: Math.max(Number(usage) - Number(inactive), 0) };
  }

  async removeContainer(sandboxId: string, id: string): Promise<void> {
    await this.#remove(inGroup(inGroup(this.#base, sandboxId), id));
  }

  async removePod(sandboxId: string): Promise<void> {
    await this.#removeTree(inGroup(this.#base, sandboxId));
  }

  /** Removes the groups of pods that do not exist: the agent was killed before it could. */
  async removeOrphans(sandboxIds: ReadonlySet<string>): Promise<void> {
    for (const name of await this.#children(this.#base)) {
      if (name !== AGENT_GROUP && !sandboxIds.has(name)) await this.removePod(name);
    }
  }

  /**
   * In the group that holds those of nodes: removes what was left of nodes whose directory was removed without them. They
   * have had no process and no change for a while; a node that is only idle makes its group again when it needs it.
   */
  async removeStale(ownName: string): Promise<void> {
    for (const name of await this.#children(this.#base)) {
      if (!NODE_GROUP.test(name) || name === ownName) continue;
      const group = inGroup(this.#base, name);
      if (await this.#isStale(group)) await this.#removeTree(group);
    }
  }

  async #isStale(group: GroupDirectories): Promise<boolean> {
    for (const directory of uniqueDirectories(group)) {
      const found = await stat(directory).catch(() => undefined);
      if (found !== undefined && this.#clock.now() - found.mtimeMs < STALE_MS) return false;
      if (readIfPresent(join(directory, 'cgroup.procs')) !== '') return false;
    }
    for (const name of await this.#children(group)) {
      if (!(await this.#isStale(inGroup(group, name)))) return false;
    }
    return true;
  }

  /** Ends what is left of an agent: without its namespaces it can do nothing, and it holds its group. */
  async removeAll(): Promise<void> {
    for (const directory of uniqueDirectories(inGroup(this.#base, AGENT_GROUP))) {
      for (const pid of readIfPresent(join(directory, 'cgroup.procs')).split('\n').map(Number)) killIfPresent(pid);
    }
    await this.#removeTree(this.#base);
  }

  async #removeTree(group: GroupDirectories): Promise<void> {
    for (const name of await this.#children(group)) await this.#removeTree(inGroup(group, name));
    await this.#remove(group);
  }

  async #children(group: GroupDirectories): Promise<ReadonlySet<string>> {
    const names = new Set<string>();
    for (const directory of [...uniqueDirectories(group), ...(group.others ?? [])]) {
      const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) if (entry.isDirectory()) names.add(entry.name);
    }
    return names;
  }

  /** The kernel refuses while one of the processes has not ended completely. What stays is removed at the next opening. */
  async #remove(group: GroupDirectories): Promise<void> {
    const deadline = this.#clock.monotonic() + REMOVE_WAIT_MS;
    while (!(await removeGroup(group)) && this.#clock.monotonic() < deadline) await this.#clock.sleep(REMOVE_PAUSE_MS);
  }
}

/** The share of processor time for a request in milli-CPUs, as the kubelet has it. */
export function cpuShares(milliCpus: number): number {
  const shares = Math.floor((milliCpus * 1024) / 1000);
  return Math.min(Math.max(shares, SMALLEST_SHARES), LARGEST_SHARES);
}

/** The same for version 2, from 1 to 10000. */
export function cpuWeight(milliCpus: number): number {
  const range = LARGEST_SHARES - SMALLEST_SHARES;
  return 1 + Math.floor(((cpuShares(milliCpus) - SMALLEST_SHARES) * 9999) / range);
}

async function readGroups(directory: string): Promise<GroupDirectories | undefined> {
  const found = parseJson<Partial<GroupDirectories>>(await readUnlessMissing(join(directory, RECORD)));
  const { version, directories, others } = found ?? {};
  return version === undefined || directories === undefined ? undefined : { version, directories, others };
}

function inGroup({ version, directories, others }: GroupDirectories, name: string): GroupDirectories {
  const inner = Object.entries(directories).map(([controller, directory]) => [controller, join(directory, name)]);
  return {
    version,
    directories: Object.fromEntries(inner),
    others: others?.map((directory) => join(directory, name)),
  };
}

function outerGroup({ version, directories }: GroupDirectories): GroupDirectories {
  const outer = Object.entries(directories).map(([controller, directory]) => [controller, dirname(directory)]);
  return { version, directories: Object.fromEntries(outer) };
}

/** Makes a group that is not there, and with version 2 lets its parent hand the controllers down. */
async function makeGroup(
  group: GroupDirectories,
  parent: GroupDirectories,
  owner?: FileOwner | undefined,
): Promise<void> {
  if (group.version === 2) {
    const [directory = ''] = uniqueDirectories(parent);
    const enabled = readIfPresent(join(directory, 'cgroup.subtree_control')).trim().split(' ');
    const missing = LIMITING.filter((controller) => !enabled.includes(controller));
    if (missing.length > 0) {
      await writeFile(join(directory, 'cgroup.subtree_control'), missing.map((name) => `+${name}`).join(' '));
    }
  }
  for (const directory of uniqueDirectories(group)) {
    await mkdir(directory, { recursive: true });
    if (owner === undefined) continue;
    for (const name of ['', ...DELEGATED_FILES]) {
      await chown(join(directory, name), owner.uid, owner.gid).catch((error: NodeJS.ErrnoException) => {
        // Each version has some of them.
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }
}

/** What an owner needs to make groups in a group and to move processes there; its limits stay those of root. */
const DELEGATED_FILES = ['cgroup.procs', 'tasks', 'cgroup.threads', 'cgroup.subtree_control'];

/** Whether limits can be written and a process can be moved into a group. */
async function isUsable(group: GroupDirectories, sh: string): Promise<boolean> {
  try {
    const trial = inGroup(group, 'trial');
    const { memory = '' } = trial.directories;
    try {
      await makeGroup(trial, group);
      await access(join(memory, group.version === 1 ? 'memory.limit_in_bytes' : 'memory.max'), constants.W_OK);
      const script = 'for group; do echo 0 >"$group/cgroup.procs" || exit 1; done';
      await runProgram([sh, '-c', script, 'kubemin-trial', ...uniqueDirectories(trial)]);
    } finally {
      await removeGroup(trial);
    }
    return true;
  } catch {
    return false;
  }
}

/** Resolves with false when the group still has processes. */
async function removeGroup(group: GroupDirectories): Promise<boolean> {
  let isGone = true;
  for (const directory of [...uniqueDirectories(group), ...(group.others ?? [])]) {
    await rmdir(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') isGone = false;
    });
  }
  return isGone;
}

async function writeLimit(
  { directories }: GroupDirectories,
  controller: Controller,
  file: string,
  value: number | string,
): Promise<void> {
  const directory = directories[controller];
  if (directory !== undefined) await writeFile(join(directory, file), String(value));
}

async function writeShares(group: GroupDirectories, milliCpus: number): Promise<void> {
  if (group.version === 1) await writeLimit(group, 'cpu', 'cpu.shares', cpuShares(milliCpus));
  else await writeLimit(group, 'cpu', 'cpu.weight', cpuWeight(milliCpus));
}

async function writeQuota(group: GroupDirectories, milliCpus: number | undefined): Promise<void> {
  const quota =
    milliCpus === undefined ? undefined : Math.max(Math.floor((milliCpus * CPU_PERIOD_US) / 1000), SMALLEST_QUOTA_US);
  if (group.version === 2) {
    await writeLimit(group, 'cpu', 'cpu.max', `${quota ?? 'max'} ${CPU_PERIOD_US}`);
    return;
  }
  await writeLimit(group, 'cpu', 'cpu.cfs_period_us', CPU_PERIOD_US);
  await writeLimit(group, 'cpu', 'cpu.cfs_quota_us', quota ?? -1);
}

/** A limit of memory is one of memory and swap together. */
async function writeMemoryLimit(group: GroupDirectories, bytes: number | undefined): Promise<void> {
  if (group.version === 1) {
    // The limit with swap is never below the other one: when both grow it is first.
    await writeOptional(group, 'memory.memsw.limit_in_bytes', bytes ?? -1);
    await writeLimit(group, 'memory', 'memory.limit_in_bytes', bytes ?? -1);
    await writeOptional(group, 'memory.memsw.limit_in_bytes', bytes ?? -1);
    return;
  }
  await writeLimit(group, 'memory', 'memory.max', bytes ?? 'max');
  await writeOptional(group, 'memory.swap.max', 0);
}

/** Kernels without accounting of swap do not have its files, and old ones not all others. */
function writeOptional(group: GroupDirectories, file: string, value: number): Promise<void> {
  return writeLimit(group, 'memory', file, value).catch(() => undefined);
}

function sumRequests(pod: readonly ContainerResources[]): number {
  return pod.reduce((sum, { cpuRequest, cpuLimit }) => sum + (cpuRequest ?? cpuLimit ?? 0), 0);
}

/** The value of `key value` in a file; empty when it is not there. */
function readKey(file: string, key: string): string {
  const line = readIfPresent(file)
    .split('\n')
    .find((candidate) => candidate.startsWith(`${key} `));
  return line?.slice(key.length + 1).trim() ?? '';
}
