/** A moment as Kubernetes writes it: RFC 3339 in UTC, whole seconds. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
