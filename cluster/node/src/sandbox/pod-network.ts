import { runtimeMessages } from '../messages/index.ts';
import { RuntimeError } from '../runtime/index.ts';
import type { NodeNetwork } from './anchor.ts';
import type { ProgramStarter } from './program-starter.ts';

/** The address of the other end of every pod's device: the same for all, and of no use outside. */
const GATEWAY = '169.254.1.1';
const FIRST_HOST = 2;
const LAST_HOST = 254;

export interface PodNetworkOptions {
  readonly network: NodeNetwork;
  readonly ip: string;
  /** A process in the network of the node, by its number on the machine. */
  readonly nodeProcess: number;
  readonly starter: Pick<ProgramStarter, 'run'>;
}

/** Gives pods addresses, and connects each to the node with a pair of devices and a route. */
export class PodNetwork {
  readonly #options: PodNetworkOptions;
  /** By address, the sandbox that holds it. */
  readonly #holders = new Map<string, string>();
  #next = FIRST_HOST;

  constructor(options: PodNetworkOptions) {
    this.#options = options;
  }

  /** Marks the address of a sandbox that was found as taken. */
  reserve(address: string, sandbox: string): void {
    this.#holders.set(address, sandbox);
  }

  isHeldBy(address: string, sandbox: string): boolean {
    return this.#holders.get(address) === sandbox;
  }

  /** The next free address; one that was released is used again only after all others. */
  allocate(sandbox: string): string {
    const { podPrefix, nodeAddress } = this.#options.network;
    for (let tries = FIRST_HOST; tries <= LAST_HOST; tries += 1) {
      const address = `${podPrefix}.${this.#next}`;
      this.#next = this.#next === LAST_HOST ? FIRST_HOST : this.#next + 1;
      if (address === nodeAddress || this.#holders.has(address)) continue;
      this.#holders.set(address, sandbox);
      return address;
    }
    throw new RuntimeError('CREATE_SANDBOX', runtimeMessages.noAddressLeft({ range: `${podPrefix}.0/24` }));
  }

  release(address: string, sandbox: string): void {
    if (this.isHeldBy(address, sandbox)) this.#holders.delete(address);
  }

  /**
   * What `ip -batch` does in the network namespace of a pod before the node connects it: the other device is in the
   * namespace of the node. Both go away with the namespace of the pod.
   */
  podCommands(address: string): string {
    const node = `/proc/${this.#options.nodeProcess}/ns/net`;
    return [
      `link add eth0 type veth peer name ${deviceName(address)} netns ${node}`,
      'link set lo up',
      `addr add ${address}/32 dev eth0`,
      'link set eth0 up',
      `route add ${GATEWAY} dev eth0 scope link`,
      `route add default via ${GATEWAY} src ${address}`,
    ].join('\n');
  }

  /** Connects the node to the device that the pod has made. */
  async connect(address: string): Promise<void> {
    const { ip, starter, network } = this.#options;
    const device = deviceName(address);
    const commands = [
      `addr add ${GATEWAY}/32 dev ${device}`,
      `link set ${device} up`,
      `route add ${address}/32 dev ${device} src ${network.nodeAddress}`,
    ];
    await starter.run([ip, '-batch', '-'], commands.join('\n'));
  }

  /** Removes the devices of a pod whose namespace may still be held by a process. */
  async disconnect(address: string): Promise<void> {
    const { ip, starter } = this.#options;
    // The kernel removes both devices with the namespace of the pod, often before this.
    await starter.run([ip, 'link', 'delete', deviceName(address)]).catch(() => undefined);
  }
}

/** At most 15 characters: `kp0.5` for 10.244.0.5. */
function deviceName(address: string): string {
  return `kp${address.split('.').slice(2).join('.')}`;
}
