import { createSecureContext, type SecureContext } from 'node:tls';
import type { Certificate } from './route-table.ts';

/** Certificates by the name that clients ask for, ready for handshakes. Connections keep the one they began with. */
export class TlsContexts {
  readonly #fallback: Certificate;
  readonly #contexts = new WeakMap<Certificate, SecureContext>();
  #certificates: ReadonlyMap<string, Certificate> = new Map();

  /** `fallback` is for clients that name no host, or one without a certificate. */
  constructor(fallback: Certificate) {
    this.#fallback = fallback;
  }

  setCertificates(certificates: ReadonlyMap<string, Certificate>): void {
    this.#certificates = certificates;
  }

  /** Whether a host has a certificate of its own. */
  has(host: string): boolean {
    return this.#find(host) !== undefined;
  }

  find(host: string): SecureContext {
    const certificate = this.#find(host.toLowerCase()) ?? this.default;
    const known = this.#contexts.get(certificate);
    const context =
      known ?? createSecureContext({ cert: certificate.cert, key: certificate.key, minVersion: 'TLSv1.2' });
    if (known === undefined) this.#contexts.set(certificate, context);
    return context;
  }

  get default(): Certificate {
    return this.#certificates.get('') ?? this.#fallback;
  }

  #find(host: string): Certificate | undefined {
    const exact = this.#certificates.get(host);
    const dot = host.indexOf('.');
    return exact ?? (dot > 0 ? this.#certificates.get(`*${host.slice(dot)}`) : undefined);
  }
}
