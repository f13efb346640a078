import type { Clock, Logger, Random } from '@kubemin/base';
import type { Engine } from '@kubemin/engine';
import type { SqlDatabase } from '@kubemin/sql';
import type { EventSink } from './event-sink.ts';
import { PUBLICATION_MIGRATIONS, PublicationRows, type PublicationTables } from './publication-rows.ts';
import { type PublicationStatus, Publisher } from './publisher.ts';

export interface PublicationOptions {
  readonly sinks: readonly EventSink[];
  readonly database: SqlDatabase;
  readonly engine: Pick<Engine, 'journal' | 'status'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Publications, as far as others ask about them. */
export interface Publication {
  status(): readonly { readonly name: string; readonly status: PublicationStatus }[];
  /** Works until the signal aborts; resolves then. */
  run(signal: AbortSignal): Promise<void>;
}

/** Makes the publications to some sinks; none of them begins before it runs. */
export async function openPublication({ sinks, ...options }: PublicationOptions): Promise<Publication> {
  const tables = await options.database.withTables<PublicationTables>('publication', PUBLICATION_MIGRATIONS);
  const rows = new PublicationRows(tables);
  const publishers = sinks.map((sink) => new Publisher({ ...options, sink, rows }));
  return {
    status: () => publishers.map(({ name, status }) => ({ name, status })),
    run: async (signal) => {
      await Promise.all(publishers.map((publisher) => publisher.run(signal)));
    },
  };
}
