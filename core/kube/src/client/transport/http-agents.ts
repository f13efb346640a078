import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Credentials } from './credentials.ts';

/** How TLS connections are made, apart from who we are. */
export interface TlsOptions {
  readonly ca?: string | undefined;
  readonly tlsServerName?: string | undefined;
  readonly insecureSkipTlsVerify?: boolean | undefined;
}

type Certificate = Pick<Credentials, 'clientCert' | 'clientKey'>;

/** What a connection is wanted for. A watch keeps its connection to itself for as long as it lasts. */
export type ConnectionUse = 'request' | 'watch';

/** A burst of requests shares so many connections: a TLS handshake for each would cost more than waiting for a turn. */
const MAX_CONNECTIONS: Readonly<Record<ConnectionUse, number>> = { request: 32, watch: Number.POSITIVE_INFINITY };

type Agents = Readonly<Record<ConnectionUse, HttpAgent>>;

/**
 * The pool of kept connections. A connection belongs to the certificate it was made with: when that changes, new
 * requests get new connections, and old ones are closed as soon as they are idle.
 */
export class HttpAgents {
  readonly #tls: TlsOptions | undefined;
  readonly #retired = new Set<HttpAgent>();
  #certificate: Certificate;
  #agents: Agents;

  /** Plain HTTP where no TLS is given. */
  constructor(tls: TlsOptions | undefined, certificate: Certificate) {
    this.#tls = tls;
    this.#certificate = certificate;
    this.#agents = this.#createAgents(certificate);
  }

  agentFor(use: ConnectionUse, certificate: Certificate): HttpAgent {
    const { clientCert, clientKey } = this.#certificate;
    if (this.#tls !== undefined && (certificate.clientCert !== clientCert || certificate.clientKey !== clientKey)) {
      for (const agent of Object.values(this.#agents)) this.#retire(agent);
      this.#certificate = certificate;
      this.#agents = this.#createAgents(certificate);
    }
    return this.#agents[use];
  }

  destroy(): void {
    for (const agent of [...Object.values(this.#agents), ...this.#retired]) agent.destroy();
  }

  #retire(agent: HttpAgent): void {
    for (const old of this.#retired) if (Object.keys(old.sockets).length === 0) this.#retired.delete(old);
    this.#retired.add(agent);
    for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy();
    // Before the agent's own listener, which would give the connection to a request that waits for one.
    agent.prependListener('free', (socket: { destroy(): void }) => socket.destroy());
  }

  #createAgents({ clientCert, clientKey }: Certificate): Agents {
    const pool = (use: ConnectionUse) => ({ keepAlive: true, maxSockets: MAX_CONNECTIONS[use] });
    if (this.#tls === undefined)
      return { request: new HttpAgent(pool('request')), watch: new HttpAgent(pool('watch')) };
    const { ca, tlsServerName, insecureSkipTlsVerify } = this.#tls;
    const tls = {
      rejectUnauthorized: insecureSkipTlsVerify !== true,
      ...(ca !== undefined && { ca }),
      ...(clientCert !== undefined && { cert: clientCert }),
      ...(clientKey !== undefined && { key: clientKey }),
      ...(tlsServerName !== undefined && { servername: tlsServerName }),
    };
    return {
      request: new HttpsAgent({ ...tls, ...pool('request') }),
      watch: new HttpsAgent({ ...tls, ...pool('watch') }),
    };
  }
}
