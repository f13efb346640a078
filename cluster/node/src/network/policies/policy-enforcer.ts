import { type Clock, type Logger, TerminalError, toError, WakeSignal } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import type { EventRecorder } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import type { Namespace, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { NetworkPolicy } from '@kubemin/kubeapi/types/networking.v1';
import { runtimeMessages } from '../../messages/index.ts';
import { RuntimeError } from '../../runtime/index.ts';
import type { PacketFilter } from '../nft/nft-program.ts';
import { removeTable } from '../nft/transactions.ts';
import { compilePolicies, policyRules } from './compile-policies.ts';
import { canBeSelected, isPolicyChange, type PolicyNode, policyPods } from './policy-pods.ts';
import { hasIsolatedPods, NO_POLICY_RULES, type PolicyRules } from './policy-rules.ts';
import {
  fullPolicyRuleset,
  type OpenPort,
  POLICY_TABLE,
  type PolicyState,
  policyRulesetChange,
  policyState,
} from './policy-ruleset.ts';

export interface PolicyEnforcerOptions {
  readonly filter: Pick<PacketFilter, 'run'>;
  readonly policies: Informer<NetworkPolicy>;
  readonly pods: Informer<Pod>;
  readonly namespaces: Informer<Namespace>;
  readonly node: PolicyNode;
  /** Ports of the node that all pods may connect to. */
  readonly open?: readonly OpenPort[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly events: EventRecorder;
}

const RETRY_MS = 5_000;
/** Changes that follow each other, as those of a rollout, are applied together. */
const COLLECT_MS = 50;

/**
 * Enforces network policies on the pods of a node, by one nftables table that is changed in transactions: at any moment each
 * pod is judged by the policies before or after a change. TCP connections that are established go on, whatever becomes of the
 * policies. The table stays when the process ends, as the pods do; the next one replaces it.
 */
export class PolicyEnforcer {
  readonly #options: PolicyEnforcerOptions;
  readonly #changed = new WakeSignal();
  /** By uid, pods that this process has started, with their addresses. */
  readonly #started = new Map<string, Pod>();
  /** The same, as of the rules that are loaded. */
  #enforced: ReadonlyMap<string, Pod> = new Map();
  #waiting: PromiseWithResolvers<void>[] = [];
  /** Uid and generation of policies that were reported. */
  readonly #reported = new Set<string>();
  #rules: PolicyRules = NO_POLICY_RULES;
  /** What the kernel has; undefined when that is not known. */
  #state: PolicyState | 'no table' | undefined;

  constructor(options: PolicyEnforcerOptions) {
    this.#options = options;
  }

  /** What is enforced at this moment. */
  get rules(): PolicyRules {
    return this.#rules;
  }

  /**
   * Resolves when a pod that has its address, and runs nothing yet, is judged by the policies that select it. Rejects with a
   * RuntimeError when they cannot be loaded: the pod must not run without them.
   */
  protect(pod: Pod): Promise<void> {
    const { uid = '' } = pod.metadata;
    const address = pod.status?.podIP ?? '';
    if (address === '' || pod.spec?.hostNetwork === true) return Promise.resolve();
    if (this.#enforced.get(uid)?.status?.podIP === address) return Promise.resolve();
    this.#started.set(uid, pod);
    const waiting = Promise.withResolvers<void>();
    this.#waiting.push(waiting);
    this.#changed.notify();
    return waiting.promise;
  }

  /** Keeps the rules current until the signal aborts. A problem is logged once, and tried again. */
  async run(signal: AbortSignal): Promise<void> {
    const { policies, pods, namespaces, clock, logger } = this.#options;
    const stops = [
      policies.onChange(() => this.#changed.notify()),
      namespaces.onChange(({ type, object, old }) => {
        const isSame = JSON.stringify(object.metadata.labels) === JSON.stringify(old?.metadata.labels);
        if (type !== 'updated' || !isSame) this.#changed.notify();
      }),
      pods.onChange((change) => {
        const { uid = '' } = change.object.metadata;
        if (change.type === 'deleted' || !canBeSelected(change.object)) this.#started.delete(uid);
        if (isPolicyChange(change)) this.#changed.notify();
      }),
    ];
    let reported: string | undefined;
    try {
      await Promise.all([policies.synced, pods.synced, namespaces.synced]);
      while (!signal.aborted) {
        const { error } = await this.#apply();
        if (error !== undefined && error.message !== reported) {
          logger.warn('network policies are not enforced as they should be; trying again', { error });
        }
        reported = error?.message;
        const cancelRetry = error && clock.after(RETRY_MS, () => this.#changed.notify());
        await this.#changed.wait(signal);
        cancelRetry?.();
        // A pod that is being started does not wait for others.
        if (this.#waiting.length === 0) await clock.sleep(COLLECT_MS, signal);
      }
    } catch (thrown) {
      // Informers that are stopped before their first list reject.
      if (!signal.aborted) throw thrown;
    } finally {
      for (const stop of stops) stop();
      this.#settle(this.#waiting, new TerminalError(runtimeMessages.nodeNotRunning, { code: 'NODE_NOT_RUNNING' }));
    }
  }

  async #apply(): Promise<{ readonly error?: Error }> {
    const { policies, pods, namespaces, node } = this.#options;
    const waiting = this.#waiting;
    this.#waiting = [];
    const started = new Map(this.#started);
    const list = policies.list();
    for (const policy of list) this.#reportUnsupported(policy);
    try {
      const rules =
        list.length === 0
          ? NO_POLICY_RULES
          : compilePolicies({
              policies: list,
              pods: policyPods(pods.list(), node, started),
              namespaces: namespaces.list(),
            });
      await this.#load(rules);
      this.#rules = rules;
      this.#enforced = started;
      this.#settle(waiting);
      return {};
    } catch (thrown) {
      const error = toError(thrown);
      this.#settle(waiting, error);
      return { error };
    }
  }

  #settle(waiting: readonly PromiseWithResolvers<void>[], failure?: Error): void {
    for (const { resolve, reject } of waiting) {
      if (failure === undefined) resolve();
      else
        reject(
          new RuntimeError(
            'CREATE_CONTAINER',
            runtimeMessages.policiesNotLoaded({ reason: errorMessage(failure) }),
            failure,
          ),
        );
    }
  }

  /** Without isolated pods there is no table, and packets pass as before. */
  async #load(rules: PolicyRules): Promise<void> {
    const before = this.#state;
    if (!hasIsolatedPods(rules)) {
      if (before === 'no table') return;
      this.#state = undefined;
      await this.#options.filter.run(removeTable(POLICY_TABLE));
      this.#state = 'no table';
      return;
    }
    const state = policyState(rules);
    if (before !== undefined && before !== 'no table') {
      const change = policyRulesetChange(before, state);
      this.#state = undefined;
      // Another program may have changed the table: then all of it is loaded again.
      const isLoaded = await this.#run(change).then(
        () => true,
        () => false,
      );
      if (isLoaded) {
        this.#state = state;
        return;
      }
    }
    this.#state = undefined;
    await this.#run(fullPolicyRuleset(state, this.#options.open));
    this.#state = state;
  }

  async #run(rulesets: readonly string[]): Promise<void> {
    for (const ruleset of rulesets) await this.#options.filter.run(ruleset);
  }

  #reportUnsupported(policy: NetworkPolicy): void {
    const ports = (['ingress', 'egress'] as const)
      .flatMap((direction) => policyRules(policy, direction))
      .flatMap((rule) => rule.ports);
    const { uid = '', generation = 0 } = policy.metadata;
    const version = `${uid} ${generation}`;
    if (!ports.some(({ protocol }) => protocol === 'SCTP') || this.#reported.has(version)) return;
    this.#reported.add(version);
    const message = 'rules for SCTP ports are ignored: pods of this node have no SCTP';
    this.#options.events.record(policy, { type: 'Warning', reason: 'SCTPNotSupported', message });
  }
}
