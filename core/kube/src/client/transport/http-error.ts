import { type KubeminError, RetryableError, TerminalError, toError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { connectionMessages } from '../../messages/index.ts';

interface Explanation {
  readonly what: Message;
  readonly fix: Message;
}

const NETWORK: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: {
    what: connectionMessages.refused,
    fix: connectionMessages.startCluster,
  },
  ENOTFOUND: { what: connectionMessages.hostUnknown, fix: connectionMessages.correctAddress },
  EAI_AGAIN: { what: connectionMessages.lookupFailed, fix: connectionMessages.checkDns },
  ETIMEDOUT: { what: connectionMessages.timedOut, fix: connectionMessages.checkFirewall },
  EHOSTUNREACH: { what: connectionMessages.hostUnreachable, fix: connectionMessages.checkFirewall },
  ENETUNREACH: { what: connectionMessages.networkUnreachable, fix: connectionMessages.checkNetwork },
  ECONNRESET: { what: connectionMessages.closed, fix: connectionMessages.checkServerLog },
  EPIPE: { what: connectionMessages.closed, fix: connectionMessages.checkServerLog },
};

const CERTIFICATE: Readonly<Record<string, Explanation>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    what: connectionMessages.unknownAuthority,
    fix: connectionMessages.setAuthority,
  },
  SELF_SIGNED_CERT_IN_CHAIN: {
    what: connectionMessages.unknownAuthority,
    fix: connectionMessages.setAuthority,
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    what: connectionMessages.selfSigned,
    fix: connectionMessages.setCertificate,
  },
  CERT_HAS_EXPIRED: { what: connectionMessages.expired, fix: connectionMessages.renew },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: connectionMessages.otherHost,
    fix: connectionMessages.useCertificateName,
  },
};

const UNKNOWN: Explanation = { what: connectionMessages.connectionFailed, fix: connectionMessages.checkAddress };

/** Describes why a request got no response. Certificate errors are permanent; network errors may pass. */
export function toHttpError(thrown: unknown, request: string): KubeminError {
  const cause = toError(thrown);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const certificate = CERTIFICATE[code];
  const { what, fix } = certificate ?? NETWORK[code] ?? UNKNOWN;
  const message = connectionMessages.failed({ request, what, code: code || cause.message, fix });
  if (certificate) return new TerminalError(message, { code: 'API_CERTIFICATE_REJECTED', cause });
  return new RetryableError(message, { code: code === 'ETIMEDOUT' ? 'API_TIMEOUT' : 'API_UNREACHABLE', cause });
}
