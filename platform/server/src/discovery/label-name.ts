/** The name of a Kubernetes label as Prometheus can have it: `kubernetes.io/os` becomes `kubernetes_io_os`. */
function labelName(prefix: string, name: string): string {
  return `${prefix}${name.replaceAll(/[^a-zA-Z0-9_]/g, '_')}`;
}

/** All labels of an object below a prefix. */
export function prefixedLabels(
  prefix: string,
  labels: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [labelName(prefix, name), value]));
}

/** Where something listens; addresses with colons stand in brackets. */
export function targetAddress(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
