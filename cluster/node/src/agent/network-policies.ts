import { writeFile } from 'node:fs/promises';
import { toError } from '@kubemin/base';
import type { Controller, ControllerContext, ControllerModule } from '@kubemin/controller';
import { core, networking } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import {
  NO_POLICY_RULES,
  type PacketFilterChoice,
  PolicyEnforcer,
  type PolicyEnforcerOptions,
  type PolicyRules,
} from '../network/index.ts';
import type { RuntimeLimitation } from '../runtime/index.ts';

export interface NetworkPoliciesOptions extends Pick<PolicyEnforcerOptions, 'node'> {
  readonly packetFilter: PacketFilterChoice;
  /** Ports of the node that all pods may connect to: who listens there judges its clients. */
  readonly open: NonNullable<PolicyEnforcerOptions['open']>;
}

/** In the network of the node: which kinds of ICMP messages are limited to a few. */
const LIMITED_MESSAGES = '/proc/sys/net/ipv4/icmp_ratemask';
/** As by default, without type 3: that a destination is not reached. */
const LIMITED_TYPES = (1 << 4) | (1 << 11) | (1 << 12);

/** Enforces network policies on the pods of the node, where the packet filter is available. */
export class NetworkPolicies implements ControllerModule {
  readonly name = 'network-policies';
  readonly #options: NetworkPoliciesOptions;
  #enforcer: PolicyEnforcer | undefined;

  constructor(options: NetworkPoliciesOptions) {
    this.#options = options;
  }

  /** What is enforced at this moment. */
  get rules(): PolicyRules {
    return this.#enforcer?.rules ?? NO_POLICY_RULES;
  }

  setup({ informers, clock, logger, events }: ControllerContext): Controller {
    const { packetFilter, node, open } = this.#options;
    if (packetFilter.kind === 'missing' || packetFilter.filter.policyProblem !== undefined) {
      return { run: async () => undefined };
    }
    const enforcer = new PolicyEnforcer({
      ...{ filter: packetFilter.filter, node, open },
      policies: informers.informer(networking.v1.networkpolicies),
      pods: informers.informer(core.v1.pods),
      namespaces: informers.informer(core.v1.namespaces),
      ...{ clock, logger, events },
    });
    this.#enforcer = enforcer;
    return {
      run: async (signal) => {
        // Else one refusal in a second is reported to each pod, and its programs wait for the others until they give up.
        await writeFile(LIMITED_MESSAGES, String(LIMITED_TYPES)).catch((error: unknown) => {
          logger.warn('programs may not notice that a network policy refuses them', { error: toError(error) });
        });
        await enforcer.run(signal);
      },
    };
  }

  /** Resolves when the policies of a pod are enforced; see PolicyEnforcer. */
  async protect(pod: Pod): Promise<void> {
    await this.#enforcer?.protect(pod);
  }
}

/** As conditions of the node; the platform concludes from them whether policies have an effect. */
export function networkConditions(packetFilter: PacketFilterChoice): {
  readonly limitations: readonly RuntimeLimitation[];
  readonly enforced: readonly RuntimeLimitation[];
} {
  const code = 'NoNetworkPolicy';
  const notEnforced = (reason: string): RuntimeLimitation => ({
    ...{ code, message: `network policies are not enforced: ${reason}` },
  });
  if (packetFilter.kind === 'missing') return { limitations: [notEnforced(packetFilter.reason)], enforced: [] };
  const { conntrack, policyProblem } = packetFilter.filter;
  const stale = {
    code: 'StaleUdpFlows',
    message: 'UDP clients that send without a pause stay with a pod that is gone: conntrack is not installed',
  };
  return {
    limitations: [
      ...(policyProblem === undefined ? [] : [notEnforced(policyProblem)]),
      ...(conntrack === undefined ? [stale] : []),
    ],
    enforced: policyProblem === undefined ? [{ code, message: 'network policies are enforced' }] : [],
  };
}
