import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from '@kubemin/base';
import { RuntimeError } from '../runtime/index.ts';
import { removeControlGroups } from './control-groups.ts';
import { startDetached } from './detached-process.ts';
import type { HostPrograms } from './host-programs.ts';
import { isEnterable, type ProcessIdentity, parseProcessRecord, signalProcess } from './process-identity.ts';
import { ANCHOR_SCRIPT } from './scripts.ts';

/** The addresses of a node's private network. */
export interface NodeNetwork {
  /** The address of the node itself, on the loopback device of its namespace. */
  readonly nodeAddress: string;
  /** The first three numbers of the addresses of its pods: `10.244.0`. */
  readonly podPrefix: string;
  /** Kept inside: packets for it cannot leave the namespace. */
  readonly serviceRange: string;
}

export const DEFAULT_NODE_NETWORK: NodeNetwork = {
  nodeAddress: '10.244.0.1',
  podPrefix: '10.244.0',
  serviceRange: '10.96.0.0/16',
};

/**
 * The process that owns the user, mount, network and PID namespace of a node. It outlives the agent; when it ends all
 * processes of pods end with it, and nothing of the node is left in the machine's network or mounts.
 */
export interface Anchor {
  readonly process: ProcessIdentity;
  /** The words that run a command inside, but in the machine's PID namespace; the working directory becomes `/`. */
  readonly enter: readonly string[];
  /** The same, with the PID namespace: what is started so ends with the anchor. */
  readonly enterAll: readonly string[];
}

/** Where a node is kept. */
export interface NodePlace {
  /** Where its anchor is recorded. */
  readonly directory: string;
  /** @default the clock of this machine */
  readonly clock?: Clock;
}

export interface AnchorOptions extends NodePlace {
  readonly programs: HostPrograms;
  readonly network: NodeNetwork;
}

/** Finds the anchor that was started for this directory, or starts one. */
export async function startAnchor(options: AnchorOptions): Promise<Anchor> {
  return (await findAnchor(options)) ?? startNewAnchor(options);
}

/** The anchor that was started for this directory, if it runs. */
export async function findAnchor({ programs, directory }: AnchorOptions): Promise<Anchor | undefined> {
  const identity = await findProcess(directory);
  return identity && anchorOf(programs, identity);
}

/** Whether the namespaces of a node are still there. */
export function isAnchorRunning({ process }: Anchor): boolean {
  return isEnterable(process);
}

async function findProcess(directory: string): Promise<ProcessIdentity | undefined> {
  const identity = parseProcessRecord(await readFile(join(directory, RECORD), 'utf8').catch(() => ''));
  return identity !== undefined && isEnterable(identity) ? identity : undefined;
}

/** Ends the anchor and with it everything that runs in its namespaces, and removes the control groups; false without one. */
export async function stopAnchor({ directory, clock = systemClock }: NodePlace): Promise<boolean> {
  const anchor = await findProcess(directory);
  if (anchor !== undefined) signalProcess(anchor, 'SIGKILL');
  await rm(join(directory, RECORD), { force: true });
  await removeControlGroups(directory, clock);
  return anchor !== undefined;
}

/** Ends the node and removes its directory. */
export async function removeNode(place: NodePlace): Promise<void> {
  await stopAnchor(place);
  await removeTree(place.directory, place.clock);
}

/**
 * Removes a directory that containers have written to. They and the kernel close directories also to their owner: an ordinary
 * user has to open them first.
 */
export async function removeTree(directory: string, clock: Clock = systemClock): Promise<void> {
  const deadline = clock.monotonic() + REMOVE_WAIT_MS;
  for (;;) {
    try {
      await rm(directory, { recursive: true, force: true });
      return;
    } catch (error) {
      // What was just killed may still write.
      if (clock.monotonic() > deadline) throw error;
      await openDirectories(directory);
      await clock.sleep(REMOVE_PAUSE_MS);
    }
  }
}

const REMOVE_WAIT_MS = 10_000;
const REMOVE_PAUSE_MS = 20;

async function openDirectories(directory: string): Promise<void> {
  await chmod(directory, 0o700).catch(() => undefined);
  for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory()) await openDirectories(join(directory, entry.name));
  }
}

/** Written by the anchor. */
const RECORD = 'anchor.stat';

async function startNewAnchor({ programs, directory, network }: AnchorOptions): Promise<Anchor> {
  const { unshare, sh, ip, sleep } = programs;
  const namespaces = ['--user', '--map-root-user', '--mount', '--net', '--pid', '--fork', '--propagation', 'slave'];
  const script = ['-c', ANCHOR_SCRIPT, 'kubemin-anchor', ip, sleep, network.nodeAddress, network.serviceRange];
  const { report } = await startDetached([unshare, ...namespaces, sh, ...script], {
    errorFile: join(directory, 'anchor.err'),
    failure: 'cannot make the namespaces of the node',
    directory,
  });
  const identity = parseProcessRecord(report);
  if (identity === undefined) throw new RuntimeError('RUNTIME_BROKEN', `unexpected report of the anchor: ${report}`);
  return anchorOf(programs, identity);
}

function anchorOf({ nsenter }: HostPrograms, identity: ProcessIdentity): Anchor {
  const enter = [nsenter, '-t', String(identity.pid), '-U', '--preserve-credentials', '-n', '-m'];
  return { process: identity, enter, enterAll: [...enter, '-p'] };
}

/** The same anchor for a process that has entered its namespaces, all but the PID namespace. */
export function anchorFromInside({ process }: Anchor, { nsenter }: HostPrograms): Anchor {
  return { process, enter: [], enterAll: [nsenter, '-t', String(process.pid), '-p'] };
}
