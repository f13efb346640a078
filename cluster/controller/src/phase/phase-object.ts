/** One thing a phase works on, with how far it has got; what a batch of a phase is made of. */
export interface PhaseObject {
  readonly id: string;
  readonly name?: string;
  /** Objects of one group are always handled together. */
  readonly group?: string;
  /** What the outside calls the work on it, if the work goes on there. */
  readonly handleId?: string;
  readonly done?: boolean;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly warning?: string;
  readonly error?: string;
  /** Where to go on after an interruption, in the handler's own words. */
  readonly checkpoint?: string;
}
