import { TerminalError } from '@kubemin/base';

/** The address a server listens on, or that it is off. */
export type BindAddress =
  | { readonly kind: 'off' }
  | { readonly kind: 'listen'; readonly host: string; readonly port: number };

/** An address without a host is reachable from this machine only; anything else must be explicit. */
const DEFAULT_HOST = '127.0.0.1';
const MAX_PORT = 65_535;

/**
 * Reads `:18001`, `0.0.0.0:18001` or `[::1]:18001`; '' and `0` turn the server off. Port 0 of an address picks a
 * free one. Throws a TerminalError for anything else.
 */
export function parseBindAddress(text: string): BindAddress {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '0') return { kind: 'off' };
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s/]*)):(\d{1,5})$/.exec(trimmed);
  const port = Number(match?.[3]);
  if (match === null || port > MAX_PORT) {
    throw new TerminalError(
      `'${text}' is not an address to listen on: write :PORT, HOST:PORT or [IPV6]:PORT with a port up to ${MAX_PORT}, or 0 to turn it off`,
      { code: 'BIND_ADDRESS_INVALID' },
    );
  }
  return { kind: 'listen', host: match[1] || match[2] || DEFAULT_HOST, port };
}
