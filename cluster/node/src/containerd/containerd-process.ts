import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Clock } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { containerdMessages } from '../messages/index.ts';
import { RuntimeError } from '../runtime/index.ts';
import {
  type HostPrograms,
  isProcessAlive,
  type ProcessIdentity,
  parseProcessRecord,
  READ_PROCESS,
  signalProcess,
  startDetached,
} from '../sandbox/index.ts';
import {
  type ContainerdConfigOptions,
  containerdConfig,
  containerdPaths,
  type OciRuntime,
} from './containerd-config.ts';

/** How long a containerd may take until it serves. */
const READY_MS = 60_000;
const READY_PAUSE_MS = 20;
const END_MS = 10_000;
const CHECK_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Becomes containerd in a mount namespace that has the processes of the node in /proc; mounts of containers are seen in that of the node as well,
 * so that the next containerd finds them. Directories that all containerds of a machine share are covered with those of the node. crun refuses
 * control groups of version 2 beside those of version 1. Arguments: mount, umount, two directories, `crun` or nothing, containerd, its configuration.
 */
const START_SCRIPT = `
mount=$1 umount=$2 shims=$3 results=$4 crun=$5
shift 5
${READ_PROCESS}
cover() {
  [ -e "$2/.kubemin" ] && return
  [ -d "$2" ] || mkdir -p "$2" || exit 1
  : >"$1/.kubemin"
  "$mount" -n --bind "$1" "$2" || exit 1
}
cover "$shims" /run/containerd
cover "$results" /var/lib/cni
"$mount" -n --make-rprivate /proc && "$mount" -n -t proc proc /proc || exit 1
if [ "$crun" = crun ] && [ -e /sys/fs/cgroup/unified ]; then
  "$mount" -n --make-rprivate /sys && "$umount" -n -l /sys/fs/cgroup/unified
fi
printf '%s\\n' "$process" >&3
exec 3>&-
exec "$@"
`;

export interface ContainerdProcessOptions extends ContainerdConfigOptions {
  readonly programs: HostPrograms;
  /** Absolute path of containerd. */
  readonly containerd: string;
  /** The words that run a command in all namespaces of the node. */
  readonly enterAll: readonly string[];
  readonly clock: Clock;
  /** Where the plug-ins and shims look for programs, as in PATH. */
  readonly programDirectories: readonly string[];
  /** Whether it serves. */
  readonly isReady: () => Promise<boolean>;
}

/** Keeps the containerd of a node running. Containers do not need it: they go on while it is started again. */
export class ContainerdProcess implements Disposable {
  readonly #options: ContainerdProcessOptions;
  #process: ProcessIdentity | undefined;
  #cancelCheck: () => void = () => undefined;
  #pauseMs = CHECK_MS;
  #isOpen = true;

  constructor(options: ContainerdProcessOptions) {
    this.#options = options;
  }

  /** Finds the one that runs with this configuration, or starts one, and watches it. Resolves when it serves. */
  async open(): Promise<void> {
    const { record, config } = containerdPaths(this.#options.directory);
    const text = containerdConfig(this.#options);
    const found = parseProcessRecord(await readFile(record, 'utf8').catch(() => ''));
    const isSame = (await readFile(config, 'utf8').catch(() => '')) === text;
    if (found !== undefined && isProcessAlive(found)) {
      this.#process = found;
      if (!isSame || !(await this.#becomesReady())) await this.#end();
    }
    await writeFile(config, text, { mode: 0o600 });
    if (this.#process === undefined) await this.#start();
    this.#watch();
  }

  /** Its process id in this namespace; 0 while there is none. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Ends watching: containerd goes on. */
  [Symbol.dispose](): void {
    this.#isOpen = false;
    this.#cancelCheck();
  }

  async #start(): Promise<void> {
    const { directory, programs, containerd, enterAll, ociRuntimes, programDirectories } = this.#options;
    const paths = containerdPaths(directory);
    for (const path of [paths.shims, paths.results]) await mkdir(path, { recursive: true, mode: 0o700 });
    await rm(paths.socket, { force: true });
    const { unshare, sh, mount, umount } = programs;
    const usesCrun: OciRuntime | undefined = ociRuntimes.find(({ name }) => name === 'crun')?.name;
    const { report } = await startDetached(
      [
        ...[...enterAll, unshare, '--mount', '--propagation', 'unchanged'],
        ...[sh, '-c', START_SCRIPT, 'kubemin-containerd', mount, umount, paths.shims, paths.results],
        ...[usesCrun ?? '', containerd, '--config', paths.config],
      ],
      {
        errorFile: paths.log,
        failure: containerdMessages.notStarted,
        directory,
        // Times in logs are those of containerd.
        environment: { PATH: programDirectories.join(':'), TZ: 'UTC' },
      },
    );
    const started = parseProcessRecord(report);
    if (started === undefined) throw new RuntimeError('RUNTIME_BROKEN', containerdMessages.notStarted);
    this.#process = started;
    await writeFile(paths.record, `${report}\n`, { mode: 0o600 });
    if (await this.#becomesReady()) return;
    const reason = lastProblem(await readFile(paths.log, 'utf8').catch(() => ''));
    await this.#end();
    throw new RuntimeError(
      'RUNTIME_BROKEN',
      containerdMessages.notReady({
        log: paths.log,
        reason: reason === '' ? containerdMessages.noResponse : verbatim(reason),
      }),
    );
  }

  async #becomesReady(): Promise<boolean> {
    const { clock, isReady } = this.#options;
    const deadline = clock.monotonic() + READY_MS;
    while (this.#process !== undefined && isProcessAlive(this.#process) && clock.monotonic() < deadline) {
      if (await isReady()) return true;
      await clock.sleep(READY_PAUSE_MS);
    }
    return false;
  }

  async #end(): Promise<void> {
    const { clock } = this.#options;
    const found = this.#process;
    this.#process = undefined;
    if (found === undefined) return;
    signalProcess(found, 'SIGTERM');
    const deadline = clock.monotonic() + END_MS;
    while (isProcessAlive(found)) {
      if (clock.monotonic() > deadline) signalProcess(found, 'SIGKILL');
      await clock.sleep(READY_PAUSE_MS);
    }
  }

  #watch(): void {
    if (!this.#isOpen) return;
    this.#cancelCheck = this.#options.clock.after(this.#pauseMs, () => void this.#check());
  }

  async #check(): Promise<void> {
    if (this.#process !== undefined && isProcessAlive(this.#process)) {
      this.#pauseMs = CHECK_MS;
      this.#watch();
      return;
    }
    try {
      await this.#start();
      this.#pauseMs = CHECK_MS;
    } catch {
      // Its log has the reason; calls fail meanwhile.
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    }
    this.#watch();
  }
}

/** The message of the last line of a log that states why the program has ended. */
function lastProblem(log: string): string {
  const lines = log.trim().split('\n');
  const fatal = lines.findLast((line) => /level=(fatal|error)/.test(line)) ?? lines.at(-1) ?? '';
  return /(?:msg|error)="((?:[^"\\]|\\.)*)"/.exec(fatal)?.[1] ?? fatal;
}
