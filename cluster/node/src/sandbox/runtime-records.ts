import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@kubemin/base';
import type { ContainerConfig, ContainerStatus, SandboxConfig, SandboxStatus } from '../runtime/index.ts';
import type { ContainerForm } from './container-files.ts';
import { isAlive, type ProcessIdentity, parseProcessRecord, readBootId, signalProcess } from './process-identity.ts';

/**
 * What the sandbox runtime keeps on disk, and what it means. `sandboxes/ID/sandbox.json` and `containers/ID/container.json` are
 * the records; everything else in these directories is written by the processes themselves, so that it is there also when
 * the agent was killed: their lines of /proc/self/stat with the boot id, and `exits/ID` with the exit code.
 */
export interface SandboxRecord {
  readonly id: string;
  readonly config: SandboxConfig;
  readonly address: string;
  readonly createdAt: number;
  readonly holder: ProcessIdentity;
}

export interface ContainerRecord {
  readonly id: string;
  readonly sandboxId: string;
  readonly config: ContainerConfig;
  readonly createdAt: number;
  readonly form: ContainerForm;
}

/** Written by the process that holds the namespaces of a pod. */
export const HOLDER_FILE = 'holder.stat';
/** Made when the supervisor of a container is about to be started. */
export const STARTING_FILE = 'starting';
/** How a container ends that could not be set up; `setup.err` has the reason. */
export const SETUP_FAILED = 125;

/** A supervisor that was started has written its own file after this time, on any machine. */
const STARTING_MS = 10_000;
/** For containers whose supervisor was killed: how they ended is not known. */
const UNKNOWN_EXIT_CODE = 137;
const UNKNOWN_REASON = 'ContainerStatusUnknown';
const START_ERROR_EXIT_CODE = 128;
const KILL_WAIT_MS = 5_000;
const KILL_PAUSE_MS = 10;

/** Removes the directory of a container with whatever it left there. */
export type RemoveDirectory = (directory: string) => Promise<void>;

/** The files of a runtime's directory. */
export class RuntimeRecords {
  readonly #directory: string;
  readonly #clock: Clock;
  readonly #boot = readBootId();

  constructor(directory: string, clock: Clock) {
    this.#directory = directory;
    this.#clock = clock;
  }

  path(...names: readonly string[]): string {
    return join(this.#directory, ...names);
  }

  /** The sandboxes of earlier processes. What one of them was still making when it was killed is ended. */
  async readSandboxes(): Promise<readonly SandboxRecord[]> {
    return this.#readRecords<SandboxRecord>('sandboxes', 'sandbox.json', async (directory) => {
      await this.#kill(join(directory, HOLDER_FILE));
      await rm(directory, { recursive: true, force: true });
    });
  }

  /** The containers of earlier processes. Exit codes of those that one of them was still removing go too. */
  async readContainers(removeDirectory: RemoveDirectory): Promise<readonly ContainerRecord[]> {
    const records = await this.#readRecords<ContainerRecord>('containers', 'container.json', async (directory) => {
      await this.#kill(join(directory, 'init.stat'));
      await removeDirectory(directory);
    });
    const known = new Set(records.map(({ id }) => id));
    for (const id of await readdir(this.path('exits'))) {
      if (!known.has(id)) await rm(this.path('exits', id), { force: true });
    }
    return records;
  }

  /**
   * Records that are not there are those of something that was never acknowledged, and those that cannot be parsed were
   * damaged with their disk: nothing more can be known of either, and `discard` ends and removes what there is.
   */
  async #readRecords<T extends { readonly id: string }>(
    kind: string,
    name: string,
    discard: (directory: string) => Promise<void>,
  ): Promise<readonly T[]> {
    const records: T[] = [];
    for (const id of await readdir(this.path(kind))) {
      const record = parseJson<T>(await readUnlessMissing(this.path(kind, id, name)));
      if (record?.id === id) records.push(record);
      else await discard(this.path(kind, id));
    }
    return records;
  }

  /** Ends the process of a record file, and waits for that: it may still write to what is removed next. */
  async #kill(file: string): Promise<void> {
    const found = parseProcessRecord(readIfPresent(file));
    if (found === undefined) return;
    signalProcess(found, 'SIGKILL');
    const deadline = this.#clock.monotonic() + KILL_WAIT_MS;
    while (isAlive(found) && this.#clock.monotonic() < deadline) await this.#clock.sleep(KILL_PAUSE_MS);
  }

  isAlive(identity: ProcessIdentity): boolean {
    return isAlive(identity, this.#boot);
  }

  /** Process 1 of a container, once there is one. */
  init(id: string): ProcessIdentity | undefined {
    return this.#process(id, 'init.stat');
  }

  /** Whether the process that watches a container runs. */
  isSupervised(id: string): boolean {
    const supervisor = this.#process(id, 'supervisor.stat');
    return supervisor !== undefined && this.isAlive(supervisor);
  }

  /** Whether there was a process that watches a container. */
  wasSupervised(id: string): boolean {
    return this.#process(id, 'supervisor.stat') !== undefined;
  }

  sandboxStatus({ id, config, address, createdAt, holder }: SandboxRecord): SandboxStatus {
    const { pod, attempt } = config;
    return { id, pod, attempt, address, createdAt, state: this.isAlive(holder) ? 'ready' : 'notReady' };
  }

  containerStatus(record: ContainerRecord): ContainerStatus {
    const status = this.#statusNow(record);
    // A supervisor writes the exit code before it ends, and may do both between two looks: the code is there now.
    return status.reason === UNKNOWN_REASON ? this.#statusNow(record) : status;
  }

  #statusNow({ id, sandboxId, config, createdAt, form }: ContainerRecord): ContainerStatus {
    const { name, attempt, image, user } = config;
    const common = {
      id,
      sandboxId,
      name,
      attempt,
      createdAt,
      user,
      image: { reference: image.reference, id: image.id },
    };
    const init = this.init(id);
    const started: Pick<ContainerStatus, 'startedAt'> =
      init === undefined ? {} : { startedAt: modifiedAt(this.path('containers', id, 'init.stat')) };
    const exit = readIfPresent(this.path('exits', id));
    if (exit !== '') {
      const finishedAt = modifiedAt(this.path('exits', id));
      return { ...common, ...started, state: 'exited', finishedAt, ...this.#outcome(id, exit, form) };
    }
    const startingAt = modifiedAt(this.path('containers', id, STARTING_FILE));
    if (init === undefined && startingAt === undefined) return { ...common, state: 'created' };
    const isStarting = init === undefined && startingAt !== undefined && this.#clock.now() - startingAt < STARTING_MS;
    if (isStarting || this.isSupervised(id) || (init !== undefined && this.isAlive(init))) {
      return { ...common, ...started, state: 'running' };
    }
    const reason = UNKNOWN_REASON;
    const message = 'the process that watched the container was killed; its exit code is not known';
    const finishedAt = started.startedAt;
    return { ...common, ...started, state: 'exited', exitCode: UNKNOWN_EXIT_CODE, reason, message, finishedAt };
  }

  #outcome(id: string, exit: string, form: ContainerForm): Pick<ContainerStatus, 'exitCode' | 'reason' | 'message'> {
    const [code, oom] = exit.trim().split(' ');
    const exitCode = Number(code);
    // crun ends with the code of the container, or with one of its own and a message.
    const mayBeSetup = exitCode === SETUP_FAILED || (form === 'crun' && exitCode !== 0);
    const setup = mayBeSetup ? readIfPresent(this.path('containers', id, 'setup.err')).trim() : '';
    if (setup !== '') return startError(setup);
    if (exitCode === 0) return { exitCode, reason: 'Completed' };
    // One that has ended well has done without the process that was killed.
    return { exitCode, reason: oom === undefined ? 'Error' : 'OOMKilled' };
  }

  #process(id: string, file: string): ProcessIdentity | undefined {
    return parseProcessRecord(readIfPresent(this.path('containers', id, file)));
  }
}

/** The outcome of a container that could not be started. */
export function startError(message: string): Pick<ContainerStatus, 'exitCode' | 'reason' | 'message'> {
  return { exitCode: START_ERROR_EXIT_CODE, reason: 'StartError', message };
}

/** The content of a file that decides what is removed; empty only when there is none. */
export async function readUnlessMissing(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
    throw error;
  });
}

/** Undefined for a text that is no JSON: the file was damaged. */
export function parseJson<T>(text: string): T | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The file has the old or the new content, whenever the process is killed. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The content of a small file; empty where it cannot be read, as when its process or control group is gone. */
export function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function modifiedAt(path: string): number | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : Math.floor(found.mtimeMs);
}
