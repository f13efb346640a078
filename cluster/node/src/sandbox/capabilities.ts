import { runtimeMessages } from '../messages/index.ts';
import { type ContainerRights, RuntimeError } from '../runtime/index.ts';

/** What a container may do where it has the rights of user 0 of its namespaces: the set of other runtimes. */
const DEFAULT_CAPABILITIES = [
  'CHOWN',
  'DAC_OVERRIDE',
  'FSETID',
  'FOWNER',
  'MKNOD',
  'NET_RAW',
  'SETGID',
  'SETUID',
  'SETFCAP',
  'SETPCAP',
  'NET_BIND_SERVICE',
  'SYS_CHROOT',
  'KILL',
  'AUDIT_WRITE',
] as const;

/** Those that a container has only when its pod adds them. */
const OTHER_CAPABILITIES = [
  'AUDIT_CONTROL',
  'AUDIT_READ',
  'BLOCK_SUSPEND',
  'BPF',
  'CHECKPOINT_RESTORE',
  'DAC_READ_SEARCH',
  'IPC_LOCK',
  'IPC_OWNER',
  'LEASE',
  'LINUX_IMMUTABLE',
  'MAC_ADMIN',
  'MAC_OVERRIDE',
  'NET_ADMIN',
  'NET_BROADCAST',
  'PERFMON',
  'SYSLOG',
  'SYS_ADMIN',
  'SYS_BOOT',
  'SYS_MODULE',
  'SYS_NICE',
  'SYS_PACCT',
  'SYS_PTRACE',
  'SYS_RAWIO',
  'SYS_RESOURCE',
  'SYS_TIME',
  'SYS_TTY_CONFIG',
  'WAKE_ALARM',
] as const;

const KNOWN: readonly string[] = [...DEFAULT_CAPABILITIES, ...OTHER_CAPABILITIES];
const ALL = 'ALL';
/** In the network of the node, with the rules that keep pods from the machine: they cannot be handed out there. */
const NETWORK_CAPABILITIES: ReadonlySet<string> = new Set(['NET_ADMIN', 'SYS_ADMIN']);

/**
 * The capabilities that a container can have, in the order of other runtimes: `ALL` that is added, `ALL` that is dropped, then
 * single ones that are added, then those that are dropped.
 */
export function findCapabilities(rights: ContainerRights = {}): readonly string[] {
  const { addCapabilities: added = [], dropCapabilities: dropped = [] } = rights;
  const unknown = [...added, ...dropped].find((name) => !isCapability(name));
  if (unknown !== undefined) {
    throw new RuntimeError('CREATE_CONTAINER', runtimeMessages.unknownCapability({ name: unknown }));
  }
  const names = new Set<string>(added.includes(ALL) ? KNOWN : DEFAULT_CAPABILITIES);
  if (dropped.includes(ALL)) names.clear();
  for (const name of added) if (name !== ALL) names.add(name);
  for (const name of dropped) names.delete(name);
  return KNOWN.filter((name) => names.has(name));
}

/** Whether a name, without the prefix `CAP_`, stands for a capability or for all of them. */
export function isCapability(name: string): boolean {
  return name === ALL || KNOWN.includes(name);
}

/** The argument of `setpriv --bounding-set` for these capabilities. */
export function boundingSet(capabilities: readonly string[]): string {
  return ['-all', ...capabilities.map((name) => `+${name.toLowerCase()}`)].join(',');
}

/** Rejects what would let a container change the network of the node: its rules keep pods from the machine. */
export function assertNetworkRights(rights: ContainerRights = {}): void {
  const wrong = findCapabilities(rights).find((name) => NETWORK_CAPABILITIES.has(name));
  if (wrong === undefined) return;
  throw new RuntimeError('CREATE_CONTAINER', runtimeMessages.nodeNetworkCapability({ name: wrong }));
}
