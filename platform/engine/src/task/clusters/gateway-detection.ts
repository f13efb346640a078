import { type Clock, RetryableError, TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { createDiscovery, type Discovery } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import type { GatewayOptions, GatewaySettings, GatewayTargetName } from '@kubemin/render';
import { gatewayMessages } from '../../messages/index.ts';

/** What the operator has set about gateways, for all clusters. */
export interface GatewayPreferences {
  /** `auto`: the first of Gateway API and Istio that is set up here and that the cluster serves, else Ingress. */
  readonly target: 'auto' | GatewayTargetName;
  readonly ingress?: GatewayOptions['ingress'];
  /** @default the Gateway `default-gateway` in the namespace of the route; `auto` does not choose it then */
  readonly gatewayApi?: GatewayOptions['gateway-api'];
  /** @default the Gateway `default-gateway` in the namespace of the route; `auto` does not choose it then */
  readonly istio?: GatewayOptions['istio'];
}

/** Which kind of gateway the routes of a cluster are rendered for, and why. */
export interface GatewayChoice {
  readonly settings: GatewaySettings;
  readonly message: Message;
}

const DEFAULT_GATEWAY = 'default-gateway';

/** The kind that a cluster must serve for routes of a target. */
const ROUTE_KINDS = {
  'gateway-api': { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute' },
  istio: { apiVersion: 'networking.istio.io/v1', kind: 'VirtualService' },
} as const;

/** How long a choice counts. */
const FRESH_MS = 60_000;

/** The settings that may apply, the preferred one first; the first is also what is rendered without a cluster. */
export function gatewayCandidates({
  target,
  ingress = {},
  gatewayApi,
  istio,
}: GatewayPreferences): readonly [GatewaySettings, ...GatewaySettings[]] {
  const last: GatewaySettings = { target: 'ingress', ...ingress };
  if (target === 'ingress') return [last];
  if (target === 'gateway-api') return [{ target, ...(gatewayApi ?? { parent: { name: DEFAULT_GATEWAY } }) }];
  if (target === 'istio') return [{ target, ...(istio ?? { gateways: [DEFAULT_GATEWAY] }) }];
  const [first, ...others]: readonly GatewaySettings[] = [
    ...(gatewayApi === undefined ? [] : [{ target: 'gateway-api' as const, ...gatewayApi }]),
    ...(istio === undefined ? [] : [{ target: 'istio' as const, ...istio }]),
  ];
  return first === undefined ? [last] : [first, ...others, last];
}

/** Chooses the kind of gateway of one cluster by what its API server serves. */
export class GatewayDetection {
  readonly #preferences: GatewayPreferences;
  readonly #clock: Clock;
  readonly #discovery: Discovery;
  #known: { readonly choice: Promise<GatewayChoice>; readonly until: number } | undefined;

  constructor(options: {
    readonly preferences: GatewayPreferences;
    readonly handler: ApiHandler;
    readonly clock: Clock;
  }) {
    this.#preferences = options.preferences;
    this.#clock = options.clock;
    this.#discovery = createDiscovery(options);
  }

  /**
   * The choice, at most a minute old. Rejects with TerminalError GATEWAY_NOT_SERVED when the cluster does not serve the
   * target that is set, and when the cluster cannot be asked: falling back then would move routes.
   */
  choose(): Promise<GatewayChoice> {
    const now = this.#clock.now();
    if (this.#known !== undefined && now < this.#known.until) return this.#known.choice;
    const choice = this.#choose();
    this.#known = { choice, until: now + FRESH_MS };
    choice.catch(() => {
      if (this.#known?.choice === choice) this.#known = undefined;
    });
    return choice;
  }

  async #choose(): Promise<GatewayChoice> {
    const { target } = this.#preferences;
    for (const settings of gatewayCandidates(this.#preferences)) {
      const isSet = target !== 'auto';
      if (settings.target === 'ingress') {
        return { settings, message: isSet ? gatewayMessages.set({ target: 'ingress' }) : gatewayMessages.fallback };
      }
      const { apiVersion, kind } = ROUTE_KINDS[settings.target];
      if (await this.#isServed({ apiVersion, kind })) {
        const message = isSet
          ? gatewayMessages.set({ target: settings.target })
          : gatewayMessages.detected({ target: settings.target, apiVersion, kind });
        return { settings, message };
      }
      if (isSet) {
        const message = gatewayMessages.notServed({ target: settings.target, apiVersion, kind });
        throw new TerminalError(message, { code: 'GATEWAY_NOT_SERVED' });
      }
    }
    return { settings: { target: 'ingress', ...this.#preferences.ingress }, message: gatewayMessages.fallback };
  }

  async #isServed(object: { readonly apiVersion: string; readonly kind: string }): Promise<boolean> {
    if ((await this.#discovery.findResourceForObject(object)) !== undefined) return true;
    const failure = this.#discovery.failures().find(({ apiVersion }) => apiVersion === object.apiVersion);
    if (failure === undefined) return false;
    throw new RetryableError(gatewayMessages.notAsked({ apiVersion: failure.apiVersion, reason: failure.message }), {
      code: 'DISCOVERY_FAILED',
    });
  }
}
