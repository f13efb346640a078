import type { GatewaySettings } from './gateway-settings.ts';

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
