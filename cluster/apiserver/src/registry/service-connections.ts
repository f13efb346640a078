import type { Duplex } from 'node:stream';

/** A port of a Service. */
export interface ServicePort {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** How the API server itself reaches Services: webhooks and other API servers. */
export interface ServiceConnections {
  /** A connection to a ready pod behind the Service; throws where there is none. Aborting ends it. */
  connect(service: ServicePort, signal: AbortSignal): Promise<Duplex>;
}
