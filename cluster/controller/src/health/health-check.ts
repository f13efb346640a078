/** One thing that must be well. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What is wrong, and what to do. */
  readonly message?: string | undefined;
}
