import type { SettingType } from '../setting-type.ts';
import { scalarType } from './scalar-type.ts';

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const ADDRESS = /^(?<host>[A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\]):(?<port>\d{1,5})$/;

/** `host:port`, `[::1]:port`, or `:port` for every address of the machine. */
export function listenAddress(): SettingType<ListenAddress> {
  return scalarType({
    name: 'host:port',
    expected: 'an address with a port',
    example: '127.0.0.1:8080 or :8080',
    parse: (text) => {
      const { host, port } = ADDRESS.exec(text)?.groups ?? {};
      if (host === undefined || Number(port) > 65_535) return undefined;
      return { host: host.replace(/^\[|\]$/g, '') || '0.0.0.0', port: Number(port) };
    },
    show: ({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`),
  });
}
