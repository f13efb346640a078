import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { type Clock, type Logger, RetryableError, toError } from '@kubemin/base';
import { errorMessage, type Message, verbatim } from '@kubemin/base/message';
import { runtimeMessages } from '../../messages/index.ts';
import { type Anchor, type HostPrograms, isAnchorRunning, runProgram } from '../../sandbox/index.ts';

/** What connects the network of a node to that of this machine, and what keeps pods from parts of it. */
export interface UplinkProgram {
  readonly name: 'pasta' | 'slirp4netns';
  readonly path: string;
  /** The path of `nft`. */
  readonly nft: string;
}

export interface UplinkOptions {
  readonly program: UplinkProgram;
  readonly programs: HostPrograms;
  readonly anchor: Anchor;
  /** Receives what the program writes. */
  readonly errorFile: string;
  /** Ranges and addresses of IPv4 that pods do not reach; read again each second. */
  readonly closed: () => readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** The words that run a command in the network that is the outside. @default none: that of this process */
  readonly outside?: readonly string[];
}

const DEVICE = 'egress0';
const TABLE = 'kubemin_egress';
/** A range for documentation: no real machine has such addresses. */
const UPLINK_RANGE = '198.51.100.0/24';
/** What each program takes for the gateway and for the node in that range. */
const PLACES = {
  pasta: { gateway: '198.51.100.1', address: '198.51.100.2' },
  slirp4netns: { gateway: '198.51.100.2', address: '198.51.100.100' },
} as const;
const CHECK_MS = 1_000;
const START_MS = 5_000;
const START_POLL_MS = 20;
const MESSAGE_BYTES = 4_096;
/** Where the network namespace is open: as a path below /proc it can be opened from any user namespace. */
const NAMESPACE_DESCRIPTOR = '/proc/self/fd/9';

/** The words that attach the program to the network namespace at NAMESPACE_DESCRIPTOR. Neither leads to loopback addresses of the machine. */
export function uplinkWords({ name, path }: UplinkProgram): readonly string[] {
  if (name === 'slirp4netns') {
    const closed = ['--disable-host-loopback', '--disable-dns', '--enable-sandbox', '--enable-seccomp'];
    return [path, ...closed, `--cidr=${UPLINK_RANGE}`, '--netns-type=path', NAMESPACE_DESCRIPTOR, DEVICE];
  }
  const { gateway, address } = PLACES.pasta;
  return [
    // Else it becomes another user, who cannot open the namespace.
    ...[path, '--foreground', '--quiet', '--runas', '0', '--netns-only', '--ipv4-only', '--no-map-gw'],
    ...['-t', 'none', '-u', 'none', '-T', 'none', '-U', 'none', '-D', 'none'],
    ...['-I', DEVICE, '-a', address, '-n', '24', '-g', gateway, '--netns', NAMESPACE_DESCRIPTOR],
  ];
}

/** Replaces the whole table; it works with or without the device. */
export function uplinkRuleset(closed: readonly string[]): string {
  const [toClosed, notAsked] = [
    `oifname "${DEVICE}" ip daddr @closed reject with icmp admin-prohibited`,
    `iifname "${DEVICE}" ct state != { established, related } drop`,
  ];
  return [
    `table ip ${TABLE}`,
    `delete table ip ${TABLE}`,
    `table ip ${TABLE} {`,
    `set closed { type ipv4_addr; flags interval; auto-merge; elements = { ${[UPLINK_RANGE, ...closed].join(', ')} }; }`,
    `chain input { type filter hook input priority 10; policy accept; ${notAsked}; }`,
    `chain forward { type filter hook forward priority 10; policy accept; ${notAsked}; ${toClosed}; }`,
    `chain output { type filter hook output priority 10; policy accept; ${toClosed}; }`,
    // Before the rules of services, which would choose an address that the outside does not know.
    `chain postrouting { type nat hook postrouting priority 90; policy accept; oifname "${DEVICE}" masquerade fully-random; }`,
    '}',
    '',
  ].join('\n');
}

/**
 * Connects the network of a node to the outside. The program is in the PID namespace of the anchor and ends with it; it goes
 * on when this process ends, and is found again by its device, which is there for as long as the program runs.
 */
export class Uplink {
  readonly #options: UplinkOptions;
  #loaded = '';
  #isConfigured = false;

  constructor(options: UplinkOptions) {
    this.#options = options;
  }

  /** Keeps the program and the rules as they should be until the signal aborts. A problem is logged once. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    for (let known = ''; !signal.aborted; ) {
      try {
        await this.ensure();
        known = '';
      } catch (error) {
        const { message } = toError(error);
        if (message !== known && !signal.aborted)
          logger.warn('pods have no way out; trying again', { because: message });
        known = message;
      }
      await clock.sleep(CHECK_MS, signal);
    }
  }

  /** Starts what is missing. The rules come first: there is no moment without them. */
  async ensure(): Promise<void> {
    const { anchor, program, programs, closed } = this.#options;
    // Its process id may soon be that of another process.
    if (!isAnchorRunning(anchor))
      throw new RetryableError(runtimeMessages.nodeNotRunning, { code: 'NODE_NOT_RUNNING' });
    const ruleset = uplinkRuleset(closed());
    if (ruleset !== this.#loaded) {
      await runProgram([...anchor.enter, program.nft, '-f', '-'], { input: ruleset });
      this.#loaded = ruleset;
    }
    const isPresent = hasUplink(anchor);
    if (isPresent && this.#isConfigured) return;
    this.#isConfigured = false;
    if (!isPresent) await this.#start();
    const { gateway, address } = PLACES[program.name];
    const commands = [
      `link set ${DEVICE} up`,
      `addr replace ${address}/24 dev ${DEVICE}`,
      `route replace default via ${gateway} dev ${DEVICE}`,
    ];
    await runProgram([...anchor.enter, programs.ip, '-batch', '-'], { input: commands.join('\n') });
    this.#isConfigured = true;
  }

  async #start(): Promise<void> {
    const { anchor, program, programs, errorFile, clock, outside = [] } = this.#options;
    // Root stays itself: a user of the node may not be allowed to open /dev/net/tun. Others have rights only inside.
    const user = anchor.owner === undefined ? ['-U', '--preserve-credentials'] : [];
    const enter = [programs.nsenter, '-t', String(anchor.process.pid), ...user, '-p'];
    const attach = [programs.sh, '-c', 'exec 9<"$0" || exit 1; exec "$@"', `/proc/${anchor.process.pid}/ns/net`];
    const [command = '', ...words] = [...outside, ...enter, ...attach, ...uplinkWords(program)];
    // A new file: the directory belongs to the user of the node, who could have put a link there.
    await rm(errorFile, { force: true });
    const errors = await open(errorFile, 'wx+', 0o600);
    try {
      const child = spawn(command, words, { detached: true, env: {}, stdio: ['ignore', errors.fd, errors.fd] });
      let outcome: Message | undefined;
      child.once('error', (error) => {
        outcome = errorMessage(error);
      });
      child.once('exit', (code, signal) => {
        outcome = runtimeMessages.endedWith({ status: String(signal ?? code) });
      });
      child.unref();
      for (const until = clock.monotonic() + START_MS; !hasUplink(anchor); await clock.sleep(START_POLL_MS)) {
        if (outcome === undefined && clock.monotonic() < until) continue;
        // Its process group: it has another process inside.
        if (outcome === undefined && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        const written = await readMessages(errors);
        const ended = outcome ?? runtimeMessages.noDevice({ milliseconds: START_MS });
        const reason = written === '' ? ended : verbatim(written);
        throw new RetryableError(runtimeMessages.uplinkFailed({ program: program.name, reason }), {
          code: 'UPLINK_FAILED',
        });
      }
    } finally {
      await errors.close();
    }
  }
}

/** Removes the device that an earlier process has left, with which its program ends. */
export async function removeUplink(anchor: Anchor, { ip }: HostPrograms): Promise<void> {
  if (hasUplink(anchor)) await runProgram([...anchor.enter, ip, 'link', 'delete', DEVICE]);
}

function hasUplink({ process: { pid } }: Anchor): boolean {
  try {
    return new RegExp(`^\\s*${DEVICE}:`, 'm').test(readFileSync(`/proc/${pid}/net/dev`, 'utf8'));
  } catch {
    return false;
  }
}

/** What the program wrote, in one line, without what it wrote about its log. */
async function readMessages(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MESSAGE_BYTES), 0, MESSAGE_BYTES, 0);
  const lines = buffer
    .toString('utf8', 0, bytesRead)
    .split('\n')
    .map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.includes('syslog')).join('; ');
}
