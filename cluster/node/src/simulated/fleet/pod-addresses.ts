import { podPrefix } from '../node-network.ts';

/** The last octet of the first and last address a pod may get. */
const FIRST_POD = 2;
const LAST_POD = 254;

/** The addresses in one /24. */
class Subnet {
  /** How many pods are known to have each: two have the same only if another component assigned it. */
  readonly #holders = new Uint8Array(256);
  #next = FIRST_POD;

  take(octet: number): void {
    this.#holders[octet] = (this.#holders[octet] ?? 0) + 1;
  }

  free(octet: number): void {
    this.#holders[octet] = Math.max(0, (this.#holders[octet] ?? 0) - 1);
  }

  /** The next free one; an address that was just released rests until the others had their turn. */
  find(): number | undefined {
    for (let tries = FIRST_POD; tries <= LAST_POD; tries += 1) {
      const octet = this.#next;
      this.#next = octet === LAST_POD ? FIRST_POD : octet + 1;
      if (this.#holders[octet] === 0) return octet;
    }
    return undefined;
  }
}

/** Which pod has which address, on all nodes. Learns of what exists through `hold`, gives out the rest. */
export class PodAddresses {
  readonly #subnets = new Map<string, Subnet>();
  readonly #held = new Map<string, string>();

  /** The address of the pod on the node of this number; undefined when all are taken. The same when asked again. */
  claim(uid: string, node: number): string | undefined {
    const held = this.#held.get(uid);
    if (held !== undefined) return held;
    const prefix = podPrefix(node);
    const octet = this.#subnet(prefix).find();
    if (octet === undefined) return undefined;
    const address = `${prefix}.${octet}`;
    this.hold(uid, address);
    return address;
  }

  /** Records that the pod has this address, whatever component assigned it. */
  hold(uid: string, address: string): void {
    if (this.#held.get(uid) === address) return;
    this.release(uid);
    this.#held.set(uid, address);
    const [prefix, octet] = parts(address);
    this.#subnet(prefix).take(octet);
  }

  /** The pod is gone, or has come to its end. */
  release(uid: string): void {
    const address = this.#held.get(uid);
    if (address === undefined) return;
    this.#held.delete(uid);
    const [prefix, octet] = parts(address);
    this.#subnet(prefix).free(octet);
  }

  #subnet(prefix: string): Subnet {
    const found = this.#subnets.get(prefix) ?? new Subnet();
    this.#subnets.set(prefix, found);
    return found;
  }
}

function parts(address: string): readonly [prefix: string, octet: number] {
  const dot = address.lastIndexOf('.');
  return [address.slice(0, dot), Number(address.slice(dot + 1)) & 255];
}
