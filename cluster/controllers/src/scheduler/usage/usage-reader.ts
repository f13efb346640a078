/** What is measured on nodes. */
export type MeasuredResource = 'cpu' | 'memory' | 'disk';

/** What a node used of a resource, or had left of it, when it was measured: millicores or bytes. */
export interface UsageReading {
  readonly kind: 'used' | 'free';
  readonly amount: number;
  /** When it was measured: pods that came later are not in it. */
  readonly atMs: number;
}

/** The latest readings of the nodes. */
export interface UsageReader {
  /** The same object until there is a newer one; undefined without any. Asking keeps readings coming for a while. */
  read(node: string, resource: MeasuredResource): UsageReading | undefined;
}
