import { X509Certificate } from 'node:crypto';
import { type Clock, type Logger, runPeriodically } from '@kubemin/base';

/** A certificate with its key, PEM. */
export interface ServingCertificate {
  readonly cert: string;
  readonly key: string;
}

/** As other kubelets: there is time to repeat what fails. */
const RENEW_PART = 0.8;
const CHECK_MS = 6 * 60 * 60_000;

export interface ServingRenewalOptions {
  /** What is served with at first. */
  readonly certificate: ServingCertificate;
  readonly make: () => Promise<ServingCertificate>;
  /** Called with each certificate that takes the place of another. */
  readonly onRenewed: (certificate: ServingCertificate) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Renews the certificate of a kubelet when 80 % of its life is over, until the signal aborts. */
export async function renewServing(
  { certificate, make, onRenewed, clock, logger }: ServingRenewalOptions,
  signal: AbortSignal,
): Promise<void> {
  let current = certificate;
  const work = async (): Promise<void> => {
    if (clock.now() < renewalTime(current)) return;
    current = await make();
    onRenewed(current);
  };
  const failure = 'the certificate of the kubelet could not be renewed';
  await runPeriodically({ clock, logger, everyMs: CHECK_MS, failure, work }, signal);
}

function renewalTime({ cert }: ServingCertificate): number {
  const { validFromDate, validToDate } = new X509Certificate(cert);
  const begin = validFromDate.getTime();
  return begin + (validToDate.getTime() - begin) * RENEW_PART;
}
