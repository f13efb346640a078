import { canonicalQuantity, type JsonValue, QuantityError } from '@kubemin/kubeapi';
import type { ScalarSchema } from '@kubemin/kubeapi/schema';

const RFC3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/;

/** A time as Kubernetes writes it, in whole seconds of UTC; undefined for what is no RFC 3339 time. */
export function canonicalTime(text: string): string | undefined {
  return toUtc(text)?.seconds.concat('Z');
}

/** The same with six digits of fraction. */
export function canonicalMicroTime(text: string): string | undefined {
  const utc = toUtc(text);
  return utc && `${utc.seconds}.${utc.fraction.padEnd(6, '0').slice(0, 6)}Z`;
}

function toUtc(text: string): { readonly seconds: string; readonly fraction: string } | undefined {
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

/** Thrown for a value of the right JSON type that its field does not understand. */
export class ScalarError extends Error {}

/** A value as it is kept; undefined when its JSON type is wrong. */
type ScalarReader = (value: unknown) => JsonValue | undefined;

const INT32_LIMIT = 2 ** 31;
const INT64_LIMIT = 2 ** 63;

/** How each kind of scalar is read. */
export const SCALAR_READERS: Readonly<Record<Exclude<ScalarSchema['kind'], 'any'>, ScalarReader>> = {
  string: text,
  bytes: (value) => (typeof value === 'string' ? base64(value) : undefined),
  time: (value) => (typeof value === 'string' ? time(value, canonicalTime(value)) : undefined),
  microTime: (value) => (typeof value === 'string' ? time(value, canonicalMicroTime(value)) : undefined),
  bool: (value) => (typeof value === 'boolean' ? value : undefined),
  int32,
  int64: (value) => integer(value, INT64_LIMIT),
  double: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
  quantity: (value) => (typeof value === 'string' || typeof value === 'number' ? quantity(value) : undefined),
  intOrString: (value) => text(value) ?? int32(value),
};

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function int32(value: unknown): number | undefined {
  return integer(value, INT32_LIMIT);
}

function integer(value: unknown, limit: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= -limit && value < limit ? value : undefined;
}

function quantity(value: string | number): string {
  try {
    return canonicalQuantity(value);
  } catch (error) {
    if (error instanceof QuantityError) throw new ScalarError(error.message);
    throw error;
  }
}

function time(given: string, canonical: string | undefined): string {
  if (canonical !== undefined) return canonical;
  const shown = JSON.stringify(given.slice(0, 64));
  throw new ScalarError(`parsing time ${shown} as "2006-01-02T15:04:05Z07:00": cannot parse it as RFC 3339`);
}

/** Line breaks inside are allowed, and dropped. */
function base64(given: string): string {
  const packed = /[\r\n]/.test(given) ? given.replace(/[\r\n]+/g, '') : given;
  const wrong = packed.search(/[^A-Za-z0-9+/]/);
  const padding = wrong === -1 ? '' : packed.slice(wrong);
  const isPadded = packed.length % 4 === 0 && (padding === '' || padding === '=' || padding === '==');
  if (isPadded) return packed;
  throw new ScalarError(`illegal base64 data at input byte ${wrong === -1 ? packed.length : wrong}`);
}
