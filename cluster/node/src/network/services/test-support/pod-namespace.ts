import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { run } from './run-program.ts';

/** A pod of a node: a network namespace with `pod-process.ts`, connected as the runtime connects pods. */
export class PodNamespace {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  readonly #nodeAddress: string;

  constructor(nodeAddress: string) {
    this.#nodeAddress = nodeAddress;
    const script = join(import.meta.dirname, 'pod-process.ts');
    const child = spawn('unshare', ['--net', process.execPath, script], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** Connects its namespace, which exists as soon as the process has another one than this. */
  async join(address: string): Promise<void> {
    const device = `kp${address.split('.')[3]}`;
    const commands = [
      `link add ${device} type veth peer name eth0 netns ${this.#child.pid}`,
      `address add 169.254.1.1/32 dev ${device}`,
      `link set ${device} up`,
      `route add ${address}/32 dev ${device} src ${this.#nodeAddress}`,
    ];
    await this.send('connect 127.0.0.1 1');
    await run('ip', ['-batch', '-'], `${commands.join('\n')}\n`);
    await this.send(`address ${address}`);
  }

  async send(command: string): Promise<string> {
    this.#child.stdin?.write(`${command}\n`);
    const { value } = await this.#lines.next();
    return String(value);
  }

  /** Gives the pod an address that the node does not know of. */
  async addAddress(address: string): Promise<void> {
    await run('nsenter', ['-t', String(this.#child.pid), '-n', 'ip', 'address', 'add', `${address}/32`, 'dev', 'eth0']);
  }

  stop(): void {
    this.#child.stdin?.end();
  }
}
