import { writeFile } from 'node:fs/promises';
import { startTcpProxy, type TcpProxy, type TestService } from '@kubemin/testing';
import type { KubeminHome } from './kubemin-home.ts';
import type { KubeminProcess } from './kubemin-process.ts';

/** Where a hub lives, and the two Redis servers that it knows as `old` and `new`. */
export interface OverheardHubOptions {
  readonly home: KubeminHome;
  readonly name: string;
  readonly flags: readonly string[];
  readonly source: TestService;
  readonly dest: TestService;
}

/** A `kubemin hub` that reaches Redis by ways of its own, so that it is known what it said there. */
export class OverheardHub {
  readonly process: KubeminProcess;
  readonly #counts: Counts;
  readonly #proxies: readonly TcpProxy[];

  private constructor(process: KubeminProcess, counts: Counts, proxies: readonly TcpProxy[]) {
    this.process = process;
    this.#counts = counts;
    this.#proxies = proxies;
  }

  static async start({ home, name, flags, source, dest }: OverheardHubOptions): Promise<OverheardHub> {
    const counts: Counts = { dumps: 0, restores: 0, onDump: () => undefined };
    const toSource = await startTcpProxy({
      ...source,
      onData: (bytes) => {
        if (!bytes.includes('DUMP')) return;
        counts.dumps += 1;
        counts.onDump(counts.dumps);
      },
    });
    const onData = (bytes: Buffer): void => {
      counts.restores += bytes.toString('latin1').split('RESTORE').length - 1;
    };
    const toDest = await startTcpProxy({ ...dest, onData });
    const file = home.at(`${name}.yaml`);
    const [old, fresh] = [toSource, toDest].map(({ port }) => `redis://127.0.0.1:${port}`);
    await writeFile(file, `redismigration:\n  instances:\n    old: ${old}\n    new: ${fresh}\n`);
    const started = home.start('hub', '--config', file, ...flags);
    return new OverheardHub(started, counts, [toSource, toDest]);
  }

  /** Keys it has written so far. */
  get restores(): number {
    return this.#counts.restores;
  }

  /** Called with their number each time before the source hears that keys are to be read out. */
  set onDump(listener: (count: number) => void) {
    this.#counts.onDump = listener;
  }

  async close(): Promise<void> {
    await this.process.end();
    await Promise.all(this.#proxies.map((proxy) => proxy.close()));
  }
}

interface Counts {
  dumps: number;
  restores: number;
  onDump: (count: number) => void;
}
