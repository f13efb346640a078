import type { Message } from '@kubemin/base/message';
import type { AnyDocument } from '@kubemin/model';
import type { ObjectName, RenderedObject } from '@kubemin/render';
import type { DryRunWrite } from './dry-run-write.ts';

/** What a run would do, found out by doing it with writes that change nothing. */
export interface Preview {
  /** What the cluster would hold of the application after the run. */
  readonly rendered: readonly RenderedObject[];
  /** Steps and sub steps in order, also those without jobs. */
  readonly steps: readonly PreviewedStep[];
  /** The documents whose values occur in it, also in what the cluster holds: they may be secret. */
  readonly documents: readonly AnyDocument[];
  /** Which kind of gateway its routes are for, and why; undefined where it has none. */
  readonly gateway?: Message;
  /** What keeps the preview from being the whole truth. */
  readonly warnings: readonly Message[];
}

/** A step, or a sub step that has its turn after others. */
export interface PreviewedStep {
  /** The names of the step and of the sub steps that lead here. */
  readonly path: readonly string[];
  /** Decided when the step's turn comes; the preview takes it to hold. */
  readonly condition?: string;
  readonly jobs: readonly PreviewedJob[];
}

/**
 * What becomes of the object of a job. `keep`: it is left as it is although it differs from the document. `run`: the
 * step does something of its own that is not tried out. `refused`: the job would fail. `unknown`: the cluster could not
 * be asked, or it depends on others.
 */
export type PreviewedAction =
  | 'create'
  | 'update'
  | 'replace'
  | 'delete'
  | 'unchanged'
  | 'keep'
  | 'run'
  | 'refused'
  | 'unknown';

/** What one job would do. */
export interface PreviewedJob {
  /** Name of the job type, or of the step type. */
  readonly type: string;
  /** '' for a job that has to do with several components, or with none. */
  readonly component: string;
  readonly priority: number;
  /** What the job is about, where that is one object. */
  readonly object?: ObjectName;
  readonly action: PreviewedAction;
  /** What the job would report, or what it would fail with. */
  readonly message: Message;
  /** All that would change in the cluster, marks on objects of others among it. */
  readonly writes: readonly DryRunWrite[];
}
