import { writeFile } from 'node:fs/promises';
import { OverheardMigration, type TestService } from '@kubemin/testing';
import type { KubeminHome } from './kubemin-home.ts';
import type { KubeminProcess } from './kubemin-process.ts';

/** Where a hub lives, and the two Redis servers that it knows as `old` and `new`. */
export interface RecordedHubOptions {
  readonly home: KubeminHome;
  readonly name: string;
  readonly flags: readonly string[];
  readonly source: TestService;
  readonly dest: TestService;
}

/** A `kubemin hub` that reaches Redis through proxies that record its commands. */
export class RecordedHub {
  readonly process: KubeminProcess;
  readonly overheard: OverheardMigration;

  private constructor(process: KubeminProcess, overheard: OverheardMigration) {
    this.process = process;
    this.overheard = overheard;
  }

  static async start({ home, name, flags, source, dest }: RecordedHubOptions): Promise<RecordedHub> {
    const overheard = await OverheardMigration.between(source, dest);
    const file = home.at(`${name}.yaml`);
    const instances = `    old: ${overheard.source}\n    new: ${overheard.dest}\n`;
    await writeFile(file, `redismigration:\n  instances:\n${instances}`);
    return new RecordedHub(home.start('hub', '--config', file, ...flags), overheard);
  }

  async close(): Promise<void> {
    await this.process.end();
    await this.overheard.close();
  }
}
