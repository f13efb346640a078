/** What an operator decides for all applications. */
export interface RenderSettings {
  /** Extended resources that GPUs are asked for by: by number of cards, by card memory. */
  readonly gpu: { readonly count: string; readonly memory: string };
  /** What the cluster has for a gateway. */
  readonly gateway: GatewaySettings;
}

/** NVIDIA cards by number; card memory under a name of our own, as no common one exists. Ingress is everywhere. */
export const defaultSettings: RenderSettings = {
  gpu: { count: 'nvidia.com/gpu', memory: 'kubemin.io/gpu-memory' },
  gateway: { target: 'ingress' },
};

/** The settings of an operator for each kind of gateway. */
export interface GatewayOptions {
  /** Kubernetes Ingress; what goes beyond it is in annotations of ingress-nginx. */
  readonly ingress: {
    /** The class of the Ingresses. @default the cluster's default class */
    readonly className?: string;
  };
  /** HTTPRoutes of the Gateway API. */
  readonly 'gateway-api': {
    /** The Gateway that routes are attached to. */
    readonly parent: { readonly name: string; readonly namespace?: string; readonly sectionName?: string };
  };
  /** VirtualServices of Istio. */
  readonly istio: {
    /** The Gateways that routes are bound to, as `name` or `namespace/name`. */
    readonly gateways: readonly string[];
  };
}

/** A kind of gateway. */
export type GatewayTargetName = keyof GatewayOptions;

/** Which kind of gateway the cluster has, and what is needed to use it. */
export type GatewaySettings<K extends GatewayTargetName = GatewayTargetName> = {
  readonly [P in K]: { readonly target: P } & GatewayOptions[P];
}[K];
