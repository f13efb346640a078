const UNITS: Readonly<Record<string, string>> = { '': '', b: '', k: 'Ki', m: 'Mi', g: 'Gi', t: 'Ti' };
const SIZE = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(i?b)?$/i;

/** The Kubernetes quantity of `512m` or `1.5GB`, whose units count in 1024s; undefined for what is no size. */
export function byteQuantity(text: string): string | undefined {
  const [, count, unit = ''] = SIZE.exec(text.trim()) ?? [];
  return count === undefined ? undefined : `${count}${UNITS[unit.toLowerCase()] ?? ''}`;
}
