/** What an operator decides for all applications. */
export interface RenderSettings {
  /** Extended resources that GPUs are asked for by: by number of cards, by card memory. */
  readonly gpu: { readonly count: string; readonly memory: string };
}

/** NVIDIA cards by number; card memory under a name of our own, as no common one exists. */
export const defaultSettings: RenderSettings = {
  gpu: { count: 'nvidia.com/gpu', memory: 'kubemin.io/gpu-memory' },
};
