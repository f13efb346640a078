import { startTcpProxy, type TcpProxy, type TestService } from '@kubemin/testing';
import { SamplesHub, type SamplesHubOptions } from './samples-hub.ts';

/** What a contender is told, and the two servers it is to reach by ways of its own. */
export interface ContenderOptions extends Omit<SamplesHubOptions, 'instances'> {
  readonly source: TestService;
  readonly dest: TestService;
}

/** One of several processes that stand for the same Lease; what it says to each Redis is overheard. */
export class Contender {
  readonly hub: SamplesHub;
  /** Called before the source hears that it is to read keys out. */
  onDump: () => void = () => undefined;
  readonly #proxies: readonly TcpProxy[];
  readonly #overheard: Overheard;

  private constructor(hub: SamplesHub, proxies: readonly TcpProxy[], overheard: Overheard) {
    this.hub = hub;
    this.#proxies = proxies;
    this.#overheard = overheard;
    overheard.atSource = (text) => {
      if (text.includes('DUMP')) this.onDump();
    };
  }

  static async start({ source, dest, ...options }: ContenderOptions): Promise<Contender> {
    const overheard: Overheard = { atSource: () => undefined, restores: 0 };
    const toSource = await startTcpProxy({
      ...source,
      onData: (bytes) => overheard.atSource(bytes.toString('latin1')),
    });
    const toDest = await startTcpProxy({
      ...dest,
      onData: (bytes) => {
        overheard.restores += bytes.toString('latin1').split('RESTORE').length - 1;
      },
    });
    const instances = { old: `redis://127.0.0.1:${toSource.port}`, new: `redis://127.0.0.1:${toDest.port}` };
    return new Contender(new SamplesHub({ ...options, instances }), [toSource, toDest], overheard);
  }

  get identity(): string {
    return this.hub.identity;
  }

  /** How many keys it has written so far. */
  get restores(): number {
    return this.#overheard.restores;
  }

  async close(): Promise<void> {
    await this.hub.kill();
    await Promise.all(this.#proxies.map((proxy) => proxy.close()));
  }
}

interface Overheard {
  atSource: (text: string) => void;
  restores: number;
}
