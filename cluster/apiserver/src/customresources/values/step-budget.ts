/**
 * Objects and schemas are both written by users, and conditions inside junctors multiply: the work is counted, and ends
 * here, instead of blocking the server.
 */
export const MAX_VALIDATION_STEPS = 5_000_000;

/** How much work a validation may still do. */
export class StepBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get exhausted(): boolean {
    return this.#left < 0;
  }

  /** False when there is nothing left to spend. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}
