import { canonicalQuantity, type JsonValue, QuantityError } from '@kubemin/kubeapi';
import type { ScalarSchema } from '@kubemin/kubeapi/schema';
import { canonicalMicroTime, canonicalTime } from './timestamps.ts';

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
