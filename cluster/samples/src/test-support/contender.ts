import { type ForkedManager, OverheardMigration, type TestService } from '@kubemin/testing';
import { type SamplesHubOptions, samplesHub } from './samples-hub.ts';

/** Options of a contender, with the two servers that it reaches through separate proxies as `old` and `new`. */
export interface ContenderOptions extends Omit<SamplesHubOptions, 'instances'> {
  readonly source: TestService;
  readonly dest: TestService;
}

/** One of several processes that compete for the same Lease; its traffic to each Redis is recorded. */
export class Contender {
  readonly hub: ForkedManager;
  readonly overheard: OverheardMigration;

  private constructor(hub: ForkedManager, overheard: OverheardMigration) {
    this.hub = hub;
    this.overheard = overheard;
  }

  static async start({ source, dest, ...options }: ContenderOptions): Promise<Contender> {
    const overheard = await OverheardMigration.between(source, dest);
    const instances = { old: overheard.source, new: overheard.dest };
    return new Contender(samplesHub({ ...options, instances }), overheard);
  }

  get identity(): string {
    return this.hub.identity;
  }

  async close(): Promise<void> {
    await this.hub.kill();
    await this.overheard.close();
  }
}
