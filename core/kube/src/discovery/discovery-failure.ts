/** A group version of which a cluster could not say what it serves. */
export interface DiscoveryFailure {
  /** Whether whoever serves it is away, or its name makes no sense. */
  readonly kind: 'unanswered' | 'unreadable';
  readonly apiVersion: string;
  readonly message: string;
}
