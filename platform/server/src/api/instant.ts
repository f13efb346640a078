/** Milliseconds since the epoch as the contract writes moments: RFC 3339 in UTC. */
export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
