import { X509Certificate } from 'node:crypto';
import { type Logger, runPeriodically } from '@kubemin/base';
import { isUsable } from './certificate-check.ts';
import type { KeyedCertificate } from './certificate-files.ts';
import { type Certificates, type CertificatesOptions, loadOrCreateCertificates } from './certificates.ts';
import { type FrontProxyCertificate, makeFrontProxyCertificate } from './front-proxy.ts';
import { makeKubeletClientCertificate } from './kubelet-certificates.ts';

/** Certificates are renewed a month before their end, so that a day more or less does not matter. */
const CHECK_INTERVAL_MS = 6 * 3_600_000;
/** As long as `loadOrCreateCertificates` replaces an authority before its end. */
const AUTHORITY_WARNING_MS = 30 * 24 * 3_600_000;

export interface CertificateRenewalOptions extends CertificatesOptions {
  readonly logger: Logger;
}

interface MadeCertificates {
  readonly serving: Certificates;
  readonly kubeletClient: KeyedCertificate;
  readonly frontProxy: FrontProxyCertificate;
}

/** The certificates of a running server. What it shows others is renewed before it ends, without a restart. */
export class CertificateRenewal {
  readonly #options: CertificateRenewalOptions;
  #serving: Certificates;
  #kubeletClient: KeyedCertificate;
  #listeners: ((serving: Certificates) => void)[] = [];

  #frontProxy: FrontProxyCertificate;
  /** What the server shows to API servers that it aggregates, always the present one. */
  readonly frontProxy: FrontProxyCertificate;

  private constructor(options: CertificateRenewalOptions, made: MadeCertificates) {
    this.#options = options;
    this.#serving = made.serving;
    this.#kubeletClient = made.kubeletClient;
    this.#frontProxy = made.frontProxy;
    const current = (): FrontProxyCertificate => this.#frontProxy;
    this.frontProxy = {
      get ca() {
        return current().ca;
      },
      get cert() {
        return current().cert;
      },
      get key() {
        return current().key;
      },
    };
  }

  static async open(options: CertificateRenewalOptions): Promise<CertificateRenewal> {
    const serving = await loadOrCreateCertificates(options);
    const kubeletClient = await makeKubeletClientCertificate(options);
    return new CertificateRenewal(options, {
      serving,
      kubeletClient,
      frontProxy: await makeFrontProxyCertificate(options),
    });
  }

  /** What the server shows to its clients. */
  get serving(): Certificates {
    return this.#serving;
  }

  /** What the server shows to kubelets. */
  get kubeletClient(): KeyedCertificate {
    return this.#kubeletClient;
  }

  /** Called with each certificate that takes the place of another. */
  onRenewed(listener: (serving: Certificates) => void): void {
    this.#listeners = [...this.#listeners, listener];
  }

  /** Renews until the returned function is called. */
  start(): () => Promise<void> {
    const { clock, logger } = this.#options;
    const stop = new AbortController();
    const running = runPeriodically(
      {
        clock,
        logger,
        everyMs: CHECK_INTERVAL_MS,
        failure: 'certificates could not be renewed',
        work: () => this.#renew(),
      },
      stop.signal,
    );
    return async () => {
      stop.abort();
      await running;
    };
  }

  async #renew(): Promise<void> {
    const { clock, logger } = this.#options;
    // Clients trust the authority this process began with: another one takes a restart, and a new kubeconfig.
    const authority = new X509Certificate(this.#serving.ca);
    const end = Date.parse(authority.validTo);
    if (clock.now() >= end - AUTHORITY_WARNING_MS) {
      logger.warn('the certificate authority ends soon; restart to make another one, then fetch the kubeconfig again', {
        validTo: authority.validTo,
      });
      return;
    }
    if (!isUsable(this.#kubeletClient, { now: clock.now(), issuer: this.#serving.ca })) {
      this.#kubeletClient = await makeKubeletClientCertificate(this.#options);
    }
    if (!isUsable(this.#frontProxy, { now: clock.now(), issuer: this.#frontProxy.ca })) {
      this.#frontProxy = await makeFrontProxyCertificate(this.#options);
    }
    const renewed = await loadOrCreateCertificates(this.#options);
    if (renewed.cert === this.#serving.cert) return;
    this.#serving = renewed;
    for (const listener of this.#listeners) listener(renewed);
    logger.info('certificates renewed', { validTo: new X509Certificate(renewed.cert).validTo });
  }
}
