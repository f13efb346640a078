const UNRESERVED = /^[A-Za-z0-9\-._~]$/;

/**
 * The form of a request's path that routes are compared with: escapes of unreserved characters are decoded, other
 * escapes written in upper case, runs of slashes are one. Undefined for paths that a backend could read as another path
 * than the one matched here: dot segments however they are written, backslashes, NUL, malformed escapes.
 */
export function normalisePath(path: string): string | undefined {
  if (SIMPLE.test(path)) return path;
  if (!path.startsWith('/') || ILLEGAL.test(path)) return undefined;
  const plain = path.replaceAll(/%[0-9A-Fa-f]{2}/g, (escaped) => {
    const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return UNRESERVED.test(char) ? char : escaped.toUpperCase();
  });
  if (plain.includes('%00') || plain.includes('%5C')) return undefined;
  if (/(?:^|\/|%2F)\.\.?(?:\/|%2F|;|%3B|$)/.test(plain)) return undefined;
  return plain.replaceAll(/\/{2,}/g, '/');
}

/** Nothing to decode, no dots at the start of an element, no double slashes. */
const SIMPLE = /^(?:\/[A-Za-z0-9\-_~!$&'()*+,;=:@][A-Za-z0-9\-._~!$&'()*+,;=:@]*)*\/?$/;
const ILLEGAL = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%"<>[\]^`{|}]/;

/** The path of an Ingress or HTTPRoute in the same form. */
export function normaliseRoutePath(path: string): string | undefined {
  if (!path.startsWith('/')) return undefined;
  const encoded = path.replaceAll(/[^\x21-\x7e]+/gu, (text) => encodeURIComponent(text.toWellFormed()));
  return normalisePath(encoded);
}
