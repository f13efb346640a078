/** A moment as Kubernetes writes it: RFC 3339 in UTC, whole seconds. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -'.000Z'.length)}Z`;
}

/** A moment with microseconds, as Leases want it. */
export function microTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z');
}
