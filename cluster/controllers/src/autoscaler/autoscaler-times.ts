import type { ReadinessTimes } from './measured-pod.ts';

/** How often autoscalers look, and how they judge young pods. */
export interface AutoscalerTimes extends ReadinessTimes {
  /** @default 15 s */
  readonly syncMs: number;
}

/** As Kubernetes has them. */
export const AUTOSCALER_TIMES: AutoscalerTimes = {
  syncMs: 15_000,
  initializationMs: 5 * 60_000,
  initialDelayMs: 30_000,
};
