import { createHash } from 'node:crypto';
import type { Clock } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import type { UserInfo } from '@kubemin/kubeapi';
import { authentication, authorization } from '@kubemin/kubeapi/resources';
import type { KubeletAuthority, NodeAccess } from '../config/index.ts';

const TOKEN_MS = 2 * 60_000;
const ALLOWED_MS = 5 * 60_000;
const DENIED_MS = 30_000;
const MOST_ENTRIES = 1_000;

/** Results by a key, each for a while; the oldest go when there are too many. */
class TimedResults<Result> {
  readonly #clock: Clock;
  readonly #results = new Map<string, { readonly result: Result; readonly untilMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `find` is called where nothing is known; its result is kept for as long as `keepMs` returns. */
  async get(key: string, find: () => Promise<Result>, keepMs: (result: Result) => number): Promise<Result> {
    const known = this.#results.get(key);
    if (known !== undefined && known.untilMs > this.#clock.monotonic()) return known.result;
    const result = await find();
    this.#results.delete(key);
    this.#results.set(key, { result, untilMs: this.#clock.monotonic() + keepMs(result) });
    const [oldest] = this.#results.keys();
    if (this.#results.size > MOST_ENTRIES && oldest !== undefined) this.#results.delete(oldest);
    return result;
  }
}

/** Asks the API server who a client of the kubelet is and what it may do, as kubelets do; results are kept as long as theirs. */
export class ReviewedAccess implements KubeletAuthority {
  readonly #client: KubeClient;
  readonly #users: TimedResults<UserInfo | undefined>;
  readonly #decisions: TimedResults<boolean>;

  /** @param client may create reviews, as nodes may */
  constructor(client: KubeClient, clock: Clock) {
    this.#client = client;
    this.#users = new TimedResults(clock);
    this.#decisions = new TimedResults(clock);
  }

  async authenticate({
    certificate,
    token,
  }: Parameters<KubeletAuthority['authenticate']>[0]): Promise<UserInfo | undefined> {
    if (certificate !== undefined || token === undefined) return certificate;
    // Tokens are not kept in memory.
    const key = createHash('sha256').update(token).digest('hex');
    return this.#users.get(
      key,
      () => this.#review(token),
      () => TOKEN_MS,
    );
  }

  authorize(user: UserInfo, access: NodeAccess): Promise<boolean> {
    const key = JSON.stringify([user, access]);
    return this.#decisions.get(
      key,
      () => this.#isAllowed(user, access),
      (isAllowed) => (isAllowed ? ALLOWED_MS : DENIED_MS),
    );
  }

  async #review(token: string): Promise<UserInfo | undefined> {
    const reviews = this.#client.resource(authentication.v1.tokenreviews);
    const { status } = await reviews.create({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      metadata: {},
      spec: { token },
    });
    const { username, uid, groups = [], extra } = status?.user ?? {};
    if (status?.authenticated !== true || username === undefined) return undefined;
    return { username, groups, ...(uid !== undefined && { uid }), ...(extra !== undefined && { extra }) };
  }

  async #isAllowed(user: UserInfo, { verb, node, subresource }: NodeAccess): Promise<boolean> {
    const { username, uid, groups, extra } = user;
    const reviews = this.#client.resource(authorization.v1.subjectaccessreviews);
    const { status } = await reviews.create({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      metadata: {},
      spec: {
        user: username,
        groups: [...groups],
        ...(uid !== undefined && { uid }),
        ...(extra !== undefined && { extra: Object.fromEntries(Object.entries(extra).map(([k, v]) => [k, [...v]])) }),
        resourceAttributes: { verb, group: '', version: 'v1', resource: 'nodes', subresource, name: node },
      },
    });
    return status?.allowed === true;
  }
}
