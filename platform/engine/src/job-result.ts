import type { JsonObject } from '@kubemin/kubeapi';

/** What a job that ended well leaves. */
export interface JobResult {
  /** When there was nothing to do for it: it ends `skipped`, which is as good. */
  readonly skipped?: boolean;
  /** What was done, in words. */
  readonly message?: string;
  /** What outputs of the step are picked from. Only those are stored. */
  readonly values?: JsonObject;
}
