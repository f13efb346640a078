/** How far a proof goes: the short form is for every change, the full one for releases. */
export interface ProofSize {
  readonly runs: number;
  /** How long servers stay away. */
  readonly cutMs: number;
  /** An instance dies when up to so many events were stored since the last death. */
  readonly eventsPerKill: number;
}

const FULL: ProofSize = { runs: 500, cutMs: 10_000, eventsPerKill: 150 };
// A start costs most of a second of a processor.
const SHORT: ProofSize = { runs: 16, cutMs: 2_000, eventsPerKill: 120 };

export const PROOF_SIZE: ProofSize = process.env.KUBEMIN_TEST_FULL === '1' ? FULL : SHORT;
