import { type KubeminError, RetryableError, TerminalError, toError } from '@kubemin/base';

interface Explanation {
  readonly what: string;
  readonly fix: string;
}

const NETWORK: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: {
    what: 'nothing listens there',
    fix: 'start the cluster, or correct the server address in the kubeconfig',
  },
  ENOTFOUND: { what: 'the host name is unknown', fix: 'correct the server address in the kubeconfig, or check DNS' },
  EAI_AGAIN: { what: 'the host name could not be looked up', fix: 'check DNS and the network, then try again' },
  ETIMEDOUT: { what: 'no response before the timeout', fix: 'check the network and any firewall on the way' },
  EHOSTUNREACH: { what: 'the host cannot be reached', fix: 'check the network and any firewall on the way' },
  ENETUNREACH: { what: 'the network cannot be reached', fix: 'check the network connection' },
  ECONNRESET: { what: 'it closed the connection', fix: 'try again; if it stays, look at the log of the API server' },
  EPIPE: { what: 'it closed the connection', fix: 'try again; if it stays, look at the log of the API server' },
};

const CERTIFICATE: Readonly<Record<string, Explanation>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    what: 'its certificate is signed by an authority we were not given',
    fix: "put the cluster's CA into certificate-authority-data",
  },
  SELF_SIGNED_CERT_IN_CHAIN: {
    what: 'its certificate is signed by an authority we were not given',
    fix: "put the cluster's CA into certificate-authority-data",
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    what: 'its certificate is self-signed and not trusted',
    fix: 'put that certificate into certificate-authority-data',
  },
  CERT_HAS_EXPIRED: { what: 'its certificate has expired', fix: 'renew the certificate, or correct the clock' },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: 'its certificate is for another host name',
    fix: 'use a name the certificate carries, or set tls-server-name',
  },
};

const UNKNOWN: Explanation = { what: 'the connection failed', fix: 'check the server address and the network' };

/** Describes why a request got no response. Certificate errors are permanent; network errors may pass. */
export function toHttpError(thrown: unknown, request: string): KubeminError {
  const cause = toError(thrown);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const certificate = CERTIFICATE[code];
  const { what, fix } = certificate ?? NETWORK[code] ?? UNKNOWN;
  const message = `${request} failed: ${what} (${code || cause.message}). What to do: ${fix}.`;
  if (certificate) return new TerminalError(message, { code: 'API_CERTIFICATE_REJECTED', cause });
  return new RetryableError(message, { code: code === 'ETIMEDOUT' ? 'API_TIMEOUT' : 'API_UNREACHABLE', cause });
}
