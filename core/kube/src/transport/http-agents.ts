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

/**
 * The pool of kept connections. A connection belongs to the certificate it was made with: when that changes, new
 * requests get new connections, and old ones are closed as soon as they are idle.
 */
export class HttpAgents {
  readonly #tls: TlsOptions | undefined;
  #certificate: Certificate;
  #agent: HttpAgent;
  readonly #retired = new Set<HttpAgent>();

  /** Plain HTTP where no TLS is given. */
  constructor(tls: TlsOptions | undefined, certificate: Certificate) {
    this.#tls = tls;
    this.#certificate = certificate;
    this.#agent = this.#make(certificate);
  }

  for(certificate: Certificate): HttpAgent {
    const { clientCert, clientKey } = this.#certificate;
    if (this.#tls !== undefined && (certificate.clientCert !== clientCert || certificate.clientKey !== clientKey)) {
      this.#retire(this.#agent);
      this.#certificate = certificate;
      this.#agent = this.#make(certificate);
    }
    return this.#agent;
  }

  destroy(): void {
    for (const agent of [this.#agent, ...this.#retired]) agent.destroy();
  }

  #retire(agent: HttpAgent): void {
    for (const old of this.#retired) if (Object.keys(old.sockets).length === 0) this.#retired.delete(old);
    this.#retired.add(agent);
    for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy();
    agent.on('free', (socket: { destroy(): void }) => socket.destroy());
  }

  #make({ clientCert, clientKey }: Certificate): HttpAgent {
    if (this.#tls === undefined) return new HttpAgent({ keepAlive: true });
    const { ca, tlsServerName, insecureSkipTlsVerify } = this.#tls;
    return new HttpsAgent({
      keepAlive: true,
      rejectUnauthorized: insecureSkipTlsVerify !== true,
      ...(ca !== undefined && { ca }),
      ...(clientCert !== undefined && { cert: clientCert }),
      ...(clientKey !== undefined && { key: clientKey }),
      ...(tlsServerName !== undefined && { servername: tlsServerName }),
    });
  }
}
