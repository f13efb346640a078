import type { FSWatcher } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { type Clock, type Random, randomId } from '@kubemin/base';
import { errorMessage, verbatim } from '@kubemin/base/message';
import type { CommandOutcome, ContainerStreams } from '@kubemin/kubeapi/stream';
import { runtimeMessages } from '../messages/index.ts';
import {
  type ContainerConfig,
  type ContainerEvent,
  type ContainerResources,
  type ContainerRuntime,
  type ContainerStats,
  type ContainerStatus,
  type ExecRequest,
  type LogReadOptions,
  RuntimeError,
  type RuntimeFeature,
  type RuntimeLimitation,
  readLogFiles,
  type SandboxConfig,
  type SandboxStatus,
  type StopOptions,
} from '../runtime/index.ts';
import type { Anchor, NodeNetwork } from './anchor.ts';
import { attachToContainer, closeInput, makeInputPipes } from './container-attach.ts';
import { inTerminal, runInContainer } from './container-exec.ts';
import { type ContainerForm, writeContainerFiles } from './container-files.ts';
import { LogClock, rawLog, watchDirectory } from './container-log.ts';
import { processStats } from './container-stats.ts';
import type { ControlGroups } from './control-groups.ts';
import { type ContainerTools, type HostPrograms, TOOLS_MOUNT } from './host-programs.ts';
import { followsNode } from './mount-plan.ts';
import { PodNetwork } from './pod-network.ts';
import { connectInNamespace } from './port-connection.ts';
import { type ProcessIdentity, parseProcessRecord, signalNumber, signalProcess } from './process-identity.ts';
import { ProgramStarter } from './program-starter.ts';
import { runProgram } from './run-program.ts';
import { assertContainer, assertSandbox, findFeatures, findLimitations, sysctlLines } from './runtime-limitations.ts';
import {
  type ContainerRecord,
  HOLDER_FILE,
  RuntimeRecords,
  readIfPresent,
  replaceFile,
  type SandboxRecord,
  SETUP_FAILED,
  STARTING_FILE,
  startError,
} from './runtime-records.ts';
import { shiftOwner } from './user-map.ts';

const LOG_LIMIT = 10 * 1024 * 1024;
/** How often processes are looked at whose end could not be reported: their supervisor was killed. */
const CHECK_MS = 2_000;
const KILL_WAIT_MS = 10_000;
/** How often it is looked whether a container has executed its program. */
const EXECUTED_PAUSE_MS = 2;

/** What a runtime is made of. */
export interface RuntimeParts {
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Size at which the log of a container is rotated. @default 10 MiB */
  readonly logLimit?: number | undefined;
  readonly programs: HostPrograms;
  readonly tools: ContainerTools;
  readonly anchor: Anchor;
  readonly network: NodeNetwork;
  /** Undefined where limits cannot be enforced. */
  readonly groups: ControlGroups | undefined;
}

/** Containers as processes in namespaces, made with the programs of util-linux and iproute2 alone. */
export class SandboxRuntime implements ContainerRuntime {
  readonly version = 'sandbox://0.1.0';
  #form: ContainerForm = 'shell';
  readonly #parts: RuntimeParts;
  readonly #starter: ProgramStarter;
  readonly #podNetwork: PodNetwork;
  readonly #records: RuntimeRecords;
  readonly #logs: LogClock;
  readonly #sandboxes = new Map<string, SandboxRecord>();
  readonly #containers = new Map<string, ContainerRecord>();
  readonly #listeners = new Set<(event: ContainerEvent) => void>();
  /** Containers whose end was reported to listeners. */
  readonly #reported = new Set<string>();
  /** Sandboxes whose end was reported to listeners. */
  readonly #lost = new Set<string>();
  /** Why containers could not be started; kept here as well, as the disk may be what failed. */
  readonly #failures = new Map<string, string>();
  #watcher: FSWatcher | undefined;
  #cancelCheck: () => void = () => undefined;

  constructor(parts: RuntimeParts) {
    this.#parts = parts;
    const { programs, anchor, network, clock } = parts;
    this.#logs = new LogClock(clock);
    this.#records = new RuntimeRecords(parts.directory, clock);
    const { sh, setsid, ip } = programs;
    const errorFile = this.#path('starter.err');
    this.#starter = new ProgramStarter({ enter: anchor.enterAll, sh, setsid, errorFile, clock });
    this.#podNetwork = new PodNetwork({ network, ip, starter: this.#starter, nodeProcess: anchor.process.pid });
  }

  /** Reads the records of earlier processes, and begins to watch for ends. */
  async recover(): Promise<void> {
    for (const record of await this.#records.readSandboxes()) {
      this.#sandboxes.set(record.id, record);
      if (record.address !== '' && this.#records.isAlive(record.holder))
        this.#podNetwork.reserve(record.address, record.id);
    }
    const containers = await this.#records.readContainers((directory) => this.#removeDirectory(directory));
    for (const record of containers) {
      this.#containers.set(record.id, record);
      const log = this.#logFile(record);
      if (log !== undefined) this.#logs.follow(log);
    }
    // The record of their sandbox was lost: what starts pods knows nothing of them.
    for (const { id, sandboxId } of containers) if (!this.#sandboxes.has(sandboxId)) await this.removeContainer(id);
    await this.#parts.groups?.removeOrphans(new Set(this.#sandboxes.keys()));
    // Without it ends are reported a little later.
    this.#watcher = watchDirectory(this.#path('exits'), () => this.#reportEnds());
    this.#check();
  }

  get limitations(): readonly RuntimeLimitation[] {
    const { groups, anchor } = this.#parts;
    return findLimitations({ hasGroups: groups !== undefined, form: this.#form, hasUserRange: anchor.hasUserRange });
  }

  get features(): ReadonlySet<RuntimeFeature> {
    const { groups, anchor } = this.#parts;
    return findFeatures({ hasGroups: groups !== undefined, form: this.#form, anchor });
  }

  /** Containers that are created from now on have this form. */
  useForm(form: ContainerForm): void {
    this.#form = form;
  }

  async runSandbox(config: SandboxConfig): Promise<SandboxStatus> {
    const { programs, clock, random, groups } = this.#parts;
    assertSandbox(config, { features: this.features, form: this.#form });
    const { hostNetwork = false, sharedProcesses = false } = config;
    const id = randomId(random);
    const directory = this.#path('sandboxes', id);
    await mkdir(directory, { mode: 0o700 });
    await this.#giveToNode(directory);
    const address = hostNetwork ? '' : this.#podNetwork.allocate(id);
    const namespaces = [
      ...(hostNetwork ? [] : ['--net']),
      ...['--ipc', '--uts'],
      ...(sharedProcesses ? ['--pid'] : []),
    ];
    let holder: ProcessIdentity | undefined;
    try {
      const words = [
        ...[programs.sleep, config.hostname, programs.hostname, join(directory, HOLDER_FILE), programs.ip],
        address === '' ? '' : this.#podNetwork.podCommands(address),
        sysctlLines(config.sysctls),
        sharedProcesses ? 'shared' : '',
      ];
      const starting = this.#starter.start({
        prefix: [programs.unshare, ...namespaces],
        script: this.#path('holder.sh'),
        words,
        errorFile: join(directory, 'holder.err'),
        failure: runtimeMessages.podNamespacesFailed({ namespace: config.pod.namespace, name: config.pod.name }),
        code: 'CREATE_SANDBOX',
      });
      const [report] = await finishAll([starting, groups?.createPod(id, config.resources)]);
      holder = parseProcessRecord(report);
      if (holder === undefined)
        throw new RuntimeError('CREATE_SANDBOX', runtimeMessages.unexpectedPodReport({ report }));
      if (address !== '') await this.#podNetwork.connect(address);
      const record = { id, config, address, createdAt: clock.now(), holder };
      replaceFile(join(directory, 'sandbox.json'), JSON.stringify(record));
      this.#sandboxes.set(id, record);
      return this.#records.sandboxStatus(record);
    } catch (error) {
      // One that runs although it could not report it.
      holder ??= parseProcessRecord(readIfPresent(join(directory, HOLDER_FILE)));
      if (holder !== undefined) signalProcess(holder, 'SIGKILL');
      if (address !== '') this.#podNetwork.release(address, id);
      await groups?.removePod(id);
      await rm(directory, { recursive: true, force: true });
      throw error;
    }
  }

  async stopSandbox(id: string): Promise<void> {
    const record = this.#sandboxes.get(id);
    if (record === undefined) return;
    await Promise.all(this.#containersIn(id).map((container) => this.stopContainer(container.id, { graceMs: 0 })));
    signalProcess(record.holder, 'SIGKILL');
    // Another sandbox may have the address by now.
    if (record.address === '' || !this.#podNetwork.isHeldBy(record.address, id)) return;
    await this.#podNetwork.disconnect(record.address);
    this.#podNetwork.release(record.address, id);
  }

  async removeSandbox(id: string): Promise<void> {
    await this.stopSandbox(id);
    await Promise.all(this.#containersIn(id).map((container) => this.removeContainer(container.id)));
    const record = this.#sandboxes.get(id);
    if (record !== undefined) this.#logs.forget(record.config.logDirectory);
    await this.#parts.groups?.removePod(id);
    await rm(this.#path('sandboxes', id), { recursive: true, force: true });
    this.#sandboxes.delete(id);
    this.#lost.delete(id);
  }

  async listSandboxes(podUid?: string): Promise<readonly SandboxStatus[]> {
    const wanted = [...this.#sandboxes.values()].filter(
      ({ config }) => podUid === undefined || config.pod.uid === podUid,
    );
    return wanted.map((record) => this.#records.sandboxStatus(record));
  }

  async createContainer(sandboxId: string, config: ContainerConfig): Promise<ContainerStatus> {
    const { clock, random, programs, tools, groups, anchor } = this.#parts;
    const { hasUserRange, idCount } = anchor;
    const sandbox = this.#runningSandbox(sandboxId);
    assertContainer(config, sandbox.config, {
      features: this.features,
      seenBy: this.#containersBeside(sandboxId, config.processesOf),
    });
    const form = this.#formFor(sandbox.config);
    const processesOf = this.#processesOf(config, sandbox);
    const record = { id: randomId(random), sandboxId, config, createdAt: clock.now(), form };
    const directory = this.#path('containers', record.id);
    const hook = [programs.sh, this.#path('crun-hook.sh'), directory];
    const devices = this.#path('dev');
    await mkdir(directory, { mode: 0o700 });
    try {
      const [problem] = await finishAll([
        writeContainerFiles({
          ...{ directory, config, tools, devices, form, hook, hasUserRange, idCount, processesOf },
          nodeProcess: anchor.process.pid,
          groups: groups?.mounts(sandboxId, record.id) ?? [],
        }),
        makeInputPipes(directory, config, programs),
        this.#createGroup(record),
      ]);
      if (problem !== undefined) replaceFile(join(directory, 'setup.err'), problem);
      await this.#giveToNode(directory);
      replaceFile(join(directory, 'container.json'), JSON.stringify(record));
    } catch (error) {
      await groups?.removeContainer(sandboxId, record.id);
      await rm(directory, { recursive: true, force: true });
      throw error;
    }
    this.#containers.set(record.id, record);
    this.#logs.follow(join(sandbox.config.logDirectory, config.logFile));
    return this.#status(record);
  }

  /** The containers that run and see the processes of a container, which they may be themselves. */
  #containersBeside(sandboxId: string, target: string | undefined): readonly ContainerConfig[] {
    if (target === undefined) return [];
    return this.#containersIn(sandboxId)
      .filter(({ id, config }) => id === target || config.processesOf === target)
      .filter((record) => this.#status(record).state !== 'exited')
      .map(({ config }) => config);
  }

  #formFor({ handler }: SandboxConfig): ContainerForm {
    return handler === 'shell' ? 'shell' : this.#form;
  }

  /** A process in the PID namespace that a container joins; undefined for one of its own. */
  #processesOf({ processesOf }: ContainerConfig, { config, holder }: SandboxRecord): number | undefined {
    if (processesOf === undefined) return config.sharedProcesses === true ? holder.pid : undefined;
    const target = this.#container(processesOf);
    const init = this.#records.init(processesOf);
    if (init !== undefined && this.#status(target).state === 'running') return init.pid;
    throw new RuntimeError('NOT_RUNNING', runtimeMessages.notRunning({ container: target.config.name }));
  }

  /** What a process outside has written is read and changed by processes inside. */
  async #giveToNode(directory: string): Promise<void> {
    const { owner } = this.#parts.anchor;
    if (owner !== undefined) await shiftOwner(directory, owner);
  }

  /** Its processes join the control groups that are listed in a file: none without control groups. */
  async #createGroup({ id, sandboxId, config }: ContainerRecord): Promise<void> {
    const { groups } = this.#parts;
    const directory = this.#path('containers', id);
    const pod = [...this.#containersIn(sandboxId).map((each) => each.config.resources), config.resources];
    await groups?.createContainer(sandboxId, id, { own: config.resources, pod }).catch((error: unknown) => {
      const message = runtimeMessages.cannotLimit({ container: config.name, reason: errorMessage(error) });
      throw new RuntimeError('CREATE_CONTAINER', message, error);
    });
    const joined = groups?.joined(sandboxId, id) ?? [];
    await writeFile(join(directory, 'cgroups'), joined.map((group) => `${group}\n`).join(''));
    if (groups !== undefined) await writeFile(join(directory, 'oom-file'), `${groups.oomFile(sandboxId, id)}\n`);
  }

  async updateContainer(id: string, resources: ContainerResources): Promise<void> {
    const record = this.#container(id);
    const { sandboxId, config } = record;
    const { groups } = this.#parts;
    const changed = { ...record, config: { ...config, resources } };
    const others = this.#containersIn(sandboxId).filter((each) => each !== record);
    const pod = [...others.map((each) => each.config.resources), resources];
    try {
      await groups?.updateContainer(sandboxId, id, { own: resources, pod });
    } catch (error) {
      const message = runtimeMessages.cannotLimit({ container: config.name, reason: errorMessage(error) });
      throw new RuntimeError('UPDATE_CONTAINER', message, error);
    }
    replaceFile(this.#path('containers', id, 'container.json'), JSON.stringify(changed));
    this.#containers.set(id, changed);
  }

  async startContainer(id: string): Promise<void> {
    const { sandboxId, config, form } = this.#container(id);
    const { programs, logLimit = LOG_LIMIT } = this.#parts;
    const found = this.#runningSandbox(sandboxId);
    const { holder, config: sandbox } = found;
    const directory = this.#path('containers', id);
    const problem = readIfPresent(join(directory, 'setup.err'));
    if (problem !== '') {
      replaceFile(this.#path('exits', id), String(SETUP_FAILED));
      throw new RuntimeError('RUN_CONTAINER', verbatim(problem));
    }
    const { sh, mv, dd, nsenter, unshare, mount, pivot_root, chown, crun = '' } = programs;
    const log = [join(sandbox.logDirectory, config.logFile), String(logLimit), mv, dd];
    const enter = [nsenter, '-t', String(holder.pid), '-n', '-i', '-u'];
    const propagation = ['--mount', '--propagation', config.mounts.some(followsNode) ? 'slave' : 'private'];
    try {
      const processesOf = this.#processesOf(config, found);
      const own = processesOf === undefined ? [unshare, '--pid'] : [nsenter, '-t', String(processesOf), '-p', unshare];
      const inner =
        form === 'crun'
          ? [unshare, ...propagation, sh, this.#path('crun.sh'), directory, mount, crun, id]
          : [...own, ...propagation, sh, this.#path('inner.sh'), directory, mount, pivot_root, chown];
      await writeFile(join(directory, STARTING_FILE), '');
      const run = config.tty ? inTerminal(programs, [...enter, ...inner]) : [...enter, ...inner];
      await this.#starter.start({
        script: this.#path('supervisor.sh'),
        words: [directory, this.#path('exits', id), ...log, ...run],
        errorFile: join(directory, 'supervisor.err'),
        failure: runtimeMessages.containerNotStarted,
        code: 'RUN_CONTAINER',
        isLost: () => this.#records.wasSupervised(id) && !this.#records.isSupervised(id),
      });
    } catch (error) {
      if (!this.#records.isSupervised(id)) await this.#fail(id, error);
      const { message } = await this.waitForExit(id, KILL_WAIT_MS);
      if (message !== undefined && message !== '') throw new RuntimeError('RUN_CONTAINER', verbatim(message), error);
      throw error;
    }
    await this.#executed(id);
    const { reason, message = '' } = this.#status(this.#container(id));
    if (reason === 'StartError') throw new RuntimeError('RUN_CONTAINER', verbatim(message));
    this.#emit({ kind: 'started', sandboxId, containerId: id });
  }

  /** Records that no supervisor was started, and that the container will never run. */
  async #fail(id: string, error: unknown): Promise<void> {
    const status = this.#status(this.#container(id));
    if (status.state === 'exited') return;
    const message = error instanceof Error ? error.message : String(error);
    this.#failures.set(id, message);
    try {
      replaceFile(this.#path('containers', id, 'setup.err'), message);
      replaceFile(this.#path('exits', id), String(SETUP_FAILED));
    } catch {
      // For as long as this process runs the failure is known.
    }
  }

  #status(record: ContainerRecord): ContainerStatus {
    const status = this.#records.containerStatus(record);
    const message = this.#failures.get(record.id);
    if (message === undefined || status.state === 'exited') return status;
    const { clock } = this.#parts;
    return { ...status, ...startError(message), state: 'exited', finishedAt: clock.now() };
  }

  /** Waits until process 1 has left the programs that set it up behind: only then it has the user of the container. */
  async #executed(id: string): Promise<void> {
    const { clock, programs } = this.#parts;
    const scripts = new Set([this.#path('inner.sh'), this.#path('crun.sh'), this.#path('crun-hook.sh')]);
    const deadline = clock.monotonic() + KILL_WAIT_MS;
    const record = this.#container(id);
    let init: ProcessIdentity | undefined;
    while (clock.monotonic() < deadline) {
      // With crun there is no process at first.
      init ??= this.#records.init(id);
      if (init === undefined && this.#status(record).state === 'exited') break;
      const [program = '', script = ''] = init === undefined ? [] : commandLine(init.pid);
      // While one program takes the place of another there is no command line for a moment.
      const isSetup = program.startsWith(TOOLS_MOUNT) || program === programs.crun || scripts.has(script);
      if (init !== undefined && (program === '' || !isSetup)) {
        if (!this.#records.isAlive(init)) break;
        if (program !== '') return;
      }
      await clock.sleep(EXECUTED_PAUSE_MS);
    }
    // Whether it was the set-up that ended is known by its exit code.
    if (record.form === 'crun') await this.waitForExit(id, KILL_WAIT_MS);
  }

  async stopContainer(id: string, { graceMs, signal }: StopOptions): Promise<void> {
    const record = this.#containers.get(id);
    if (record === undefined) return;
    const init = this.#records.init(id);
    if (init === undefined || this.#status(record).state !== 'running') return;
    if (graceMs > 0) {
      signalProcess(init, signalNumber(signal || record.config.stopSignal));
      if ((await this.waitForExit(id, graceMs)).state === 'exited') return;
    }
    signalProcess(init, 'SIGKILL');
    const { state } = await this.waitForExit(id, KILL_WAIT_MS);
    if (state !== 'exited')
      throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.cannotKill({ container: record.config.name }));
  }

  async removeContainer(id: string): Promise<void> {
    const record = this.#containers.get(id);
    if (record === undefined) return;
    await this.stopContainer(id, { graceMs: 0 });
    await this.#parts.groups?.removeContainer(record.sandboxId, id);
    // A supervisor that was killed may have left the process that holds it.
    await closeInput(this.#path('containers', id));
    await this.#removeDirectory(this.#path('containers', id));
    await rm(this.#path('exits', id), { force: true });
    this.#containers.delete(id);
    this.#failures.delete(id);
    this.#reported.delete(id);
  }

  async #removeDirectory(directory: string): Promise<void> {
    const { anchor, programs } = this.#parts;
    await rm(directory, { recursive: true, force: true }).catch(() =>
      // Inside, where directories that the container has closed to itself can be removed.
      runProgram([...anchor.enter, programs.rm, '-rf', directory]),
    );
  }

  async listContainers(sandboxIds?: ReadonlySet<string>): Promise<readonly ContainerStatus[]> {
    const wanted = [...this.#containers.values()].filter(({ sandboxId }) => sandboxIds?.has(sandboxId) ?? true);
    return wanted.map((record) => this.#status(record));
  }

  async exec(id: string, request: ExecRequest, signal: AbortSignal): Promise<CommandOutcome> {
    const record = this.#container(id);
    const init = this.#records.init(id);
    if (init === undefined || this.#status(record).state !== 'running') {
      throw new RuntimeError('NOT_RUNNING', runtimeMessages.notRunning({ container: record.config.name }));
    }
    const { programs, tools, anchor, clock } = this.#parts;
    const environmentFile = this.#path('containers', id, 'env.sh');
    const { config } = record;
    const { groups } = this.#parts;
    const join = groups === undefined ? [] : [programs.sh, this.#path('join.sh'), this.#path('containers', id)];
    const enter = [...anchor.enter, ...join];
    const { hasUserRange } = anchor;
    const command = { ...request, init, config, environmentFile, programs, tools, enter, hasUserRange, clock };
    return runInContainer(command, signal);
  }

  async attach(id: string, streams: ContainerStreams, signal: AbortSignal): Promise<CommandOutcome> {
    const record = this.#container(id);
    const { config } = record;
    const logFile = this.#logFile(record);
    const init = this.#records.init(id);
    if (init === undefined || logFile === undefined || this.#status(record).state !== 'running') {
      throw new RuntimeError('NOT_RUNNING', runtimeMessages.notRunning({ container: config.name }));
    }
    const { programs, clock } = this.#parts;
    const ending = new AbortController();
    const stop = this.onEvent(({ kind, containerId }) => kind === 'exited' && containerId === id && ending.abort());
    if (this.#status(record).state === 'exited') ending.abort();
    const directory = this.#path('containers', id);
    const request = { directory, config, init, logFile, streams, ended: ending.signal, programs, clock };
    return attachToContainer(request, signal).finally(stop);
  }

  async connect(sandboxId: string, port: number): Promise<Duplex> {
    const { programs, anchor } = this.#parts;
    const { holder } = this.#runningSandbox(sandboxId);
    return connectInNamespace([...anchor.enter, programs.nsenter, '-t', String(holder.pid), '-n'], port);
  }

  readLog(file: string, options: LogReadOptions, signal: AbortSignal): AsyncIterable<Uint8Array> {
    return readLogFiles({ file, format: rawLog }, options, signal);
  }

  async listStats(): Promise<readonly ContainerStats[]> {
    const { groups, clock } = this.#parts;
    const running = [...this.#containers.values()].flatMap(({ id, sandboxId, config }) => {
      const init = this.#records.init(id);
      return init !== undefined && this.#records.isAlive(init) ? [{ id, sandboxId, name: config.name, init }] : [];
    });
    if (groups === undefined) return processStats(running, clock);
    return running.flatMap(({ id, sandboxId, name }) => {
      const used = groups.stats(sandboxId, id);
      return used === undefined ? [] : [{ id, sandboxId, name, ...used, at: clock.now() }];
    });
  }

  onEvent(listener: (event: ContainerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#watcher?.close();
    this.#cancelCheck();
    this.#logs.close();
    this.#listeners.clear();
    this.#starter[Symbol.dispose]();
  }

  #path(...names: readonly string[]): string {
    return this.#records.path(...names);
  }

  #logFile({ sandboxId, config }: ContainerRecord): string | undefined {
    const sandbox = this.#sandboxes.get(sandboxId);
    return sandbox === undefined ? undefined : join(sandbox.config.logDirectory, config.logFile);
  }

  #containersIn(sandboxId: string): readonly ContainerRecord[] {
    return [...this.#containers.values()].filter((container) => container.sandboxId === sandboxId);
  }

  #container(id: string): ContainerRecord {
    const record = this.#containers.get(id);
    if (record !== undefined) return record;
    throw new RuntimeError('NOT_RUNNING', runtimeMessages.noContainer({ id }));
  }

  #runningSandbox(id: string): SandboxRecord {
    const record = this.#sandboxes.get(id);
    if (record !== undefined && this.#records.isAlive(record.holder)) return record;
    throw new RuntimeError('NOT_RUNNING', runtimeMessages.sandboxNotReady({ id }));
  }

  /** Waits until a container has ended, at most `timeoutMs`, and returns its status. */
  async waitForExit(id: string, timeoutMs: number): Promise<ContainerStatus> {
    const { clock } = this.#parts;
    const record = this.#container(id);
    const deadline = clock.monotonic() + timeoutMs;
    for (;;) {
      const status = this.#status(record);
      const left = deadline - clock.monotonic();
      if (status.state === 'exited' || left <= 0) return status;
      await this.#nextEnd(Math.min(left, 50));
    }
  }

  #nextEnd(timeoutMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#parts.clock.after(timeoutMs, resolve);
    const stop = this.onEvent(({ kind }) => kind === 'exited' && resolve());
    return promise.finally(() => {
      cancel();
      stop();
    });
  }

  #reportEnds(): void {
    for (const record of this.#containers.values()) {
      if (this.#reported.has(record.id) || this.#status(record).state !== 'exited') continue;
      this.#reported.add(record.id);
      this.#emit({ kind: 'exited', sandboxId: record.sandboxId, containerId: record.id });
    }
  }

  #check(): void {
    this.#reportEnds();
    for (const [id, { holder }] of this.#sandboxes) {
      if (this.#lost.has(id) || this.#records.isAlive(holder)) continue;
      this.#lost.add(id);
      this.#emit({ kind: 'sandboxLost', sandboxId: id });
    }
    this.#cancelCheck = this.#parts.clock.after(CHECK_MS, () => this.#check());
  }

  #emit(happened: Omit<ContainerEvent, 'podUid'>): void {
    const event = { ...happened, podUid: this.#sandboxes.get(happened.sandboxId)?.config.pod.uid ?? '' };
    for (const listener of [...this.#listeners]) listener(event);
  }
}

/** Rejects only when all have ended: nothing goes on in what is removed then. */
async function finishAll<T extends readonly unknown[]>(works: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

function commandLine(pid: number): readonly string[] {
  return readIfPresent(`/proc/${pid}/cmdline`).split('\0');
}
