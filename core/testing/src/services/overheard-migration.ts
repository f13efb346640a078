import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import type { TestService } from './test-service.ts';

/** Recording connections to two Redis servers: what a client reads from one and writes to the other. */
export class OverheardMigration {
  /** Called before the source hears that keys are to be read out, with how often that was. */
  onRead: (count: number) => void = () => undefined;
  #reads = 0;
  #written = 0;
  #proxies: readonly TcpProxy[] = [];

  private constructor() {}

  static async between(source: TestService, dest: TestService): Promise<OverheardMigration> {
    const overheard = new OverheardMigration();
    overheard.#proxies = [
      await startTcpProxy({ ...source, onData: (bytes) => overheard.#toSource(bytes) }),
      await startTcpProxy({ ...dest, onData: (bytes) => overheard.#toDest(bytes) }),
    ];
    return overheard;
  }

  get source(): string {
    return this.#url(0);
  }

  get dest(): string {
    return this.#url(1);
  }

  /** How many keys were written so far. */
  get written(): number {
    return this.#written;
  }

  async close(): Promise<void> {
    await Promise.all(this.#proxies.map((proxy) => proxy.close()));
  }

  #url(index: number): string {
    return `redis://127.0.0.1:${this.#proxies[index]?.port}`;
  }

  #toSource(bytes: Buffer): void {
    if (!bytes.includes('DUMP')) return;
    this.#reads += 1;
    this.onRead(this.#reads);
  }

  #toDest(bytes: Buffer): void {
    this.#written += bytes.toString('latin1').split('RESTORE').length - 1;
  }
}
