import { startPostgres, startTcpProxy } from '@kubemin/testing';

/** A database server of its own, behind a cable that can be cut. */
export interface ProofDatabase {
  /** By way of the cable. */
  readonly databaseUrl: string;
  /** Bypasses the proxy: an observer keeps its connection during an outage. */
  readonly observerUrl: string;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function startProofDatabase(): Promise<ProofDatabase> {
  const postgres = await startPostgres();
  const proxy = await startTcpProxy(postgres);
  const way = new URL(postgres.url);
  way.port = String(proxy.port);
  return {
    databaseUrl: way.href,
    observerUrl: postgres.url,
    cut: proxy.cut,
    restore: proxy.restore,
    close: async () => {
      await proxy.close();
      await postgres.close();
    },
  };
}
