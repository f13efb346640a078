const RFC3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/;

/** A time as Kubernetes writes it, in whole seconds of UTC; undefined for what is no RFC 3339 time. */
export function canonicalTime(text: string): string | undefined {
  return utcOf(text)?.seconds.concat('Z');
}

/** The same with six digits of fraction. */
export function canonicalMicroTime(text: string): string | undefined {
  const utc = utcOf(text);
  return utc && `${utc.seconds}.${utc.fraction.padEnd(6, '0').slice(0, 6)}Z`;
}

function utcOf(text: string): { readonly seconds: string; readonly fraction: string } | undefined {
  const [, local = '', fraction = '', zone = ''] = RFC3339.exec(text) ?? [];
  const milliseconds = Date.parse(`${local}Z`);
  // Date.parse takes the 31st of February for a day in March.
  if (Number.isNaN(milliseconds) || iso(milliseconds) !== local) return undefined;
  if (zone === 'Z') return { seconds: local, fraction };
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  if (hours > 23 || minutes > 59) return undefined;
  const offset = (hours * 60 + minutes) * 60_000 * (zone.startsWith('-') ? -1 : 1);
  const seconds = iso(milliseconds - offset);
  return seconds.length === local.length ? { seconds, fraction } : undefined;
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, '');
}
