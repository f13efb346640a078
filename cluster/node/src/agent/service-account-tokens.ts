import { type Clock, RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** For whom a token is, and for how long it shall be valid. */
export interface TokenWish {
  readonly audience: string;
  readonly expirationSeconds: number;
}

interface IssuedToken {
  readonly token: string;
  readonly renewAt: number;
}

/** A token is replaced when this part of its life is over, and after a day at the latest, as other kubelets do. */
const RENEW_PART = 0.8;
const LONGEST_USE_MS = 24 * 60 * 60_000;

/** Tokens of the service accounts of pods, bound to the pod, requested once and again before they expire. */
export class ServiceAccountTokens {
  readonly #client: KubeClient;
  readonly #clock: Clock;
  readonly #issued = new Map<string, IssuedToken>();

  constructor(client: KubeClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  async get(pod: Pod, wish: TokenWish): Promise<string> {
    const key = `${pod.metadata.uid}/${wish.audience}/${wish.expirationSeconds}`;
    const known = this.#issued.get(key);
    if (known !== undefined && known.renewAt > this.#clock.now()) return known.token;
    const issued = await this.#request(pod, wish);
    this.#issued.set(key, issued);
    return issued.token;
  }

  /** The pod is gone: its tokens are of no use any more. */
  forget(pod: Pod): void {
    for (const key of this.#issued.keys()) {
      if (key.startsWith(`${pod.metadata.uid}/`)) this.#issued.delete(key);
    }
  }

  async #request(pod: Pod, { audience, expirationSeconds }: TokenWish): Promise<IssuedToken> {
    const { namespace = '', name = '', uid = '' } = pod.metadata;
    const account = pod.spec?.serviceAccountName ?? 'default';
    const now = this.#clock.now();
    const reply = await this.#client.resource(core.v1.serviceaccounts, namespace).createSubresource(account, 'token', {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: {
        ...(audience !== '' && { audiences: [audience] }),
        expirationSeconds,
        boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid },
      },
    });
    const { token, expires } = readReply(reply);
    if (token === undefined) {
      throw new RetryableError(verbatim(`no token was issued for service account ${namespace}/${account}`), {
        code: 'NO_TOKEN',
      });
    }
    const lifeMs = (expires ?? now + expirationSeconds * 1000) - now;
    return { token, renewAt: now + Math.min(lifeMs * RENEW_PART, LONGEST_USE_MS) };
  }
}

function readReply(reply: unknown): { readonly token?: string; readonly expires?: number } {
  if (typeof reply !== 'object' || reply === null || !('status' in reply)) return {};
  const { status } = reply;
  if (typeof status !== 'object' || status === null || !('token' in status) || typeof status.token !== 'string')
    return {};
  const expires = 'expirationTimestamp' in status ? Date.parse(String(status.expirationTimestamp)) : Number.NaN;
  return { token: status.token, ...(Number.isFinite(expires) && { expires }) };
}
