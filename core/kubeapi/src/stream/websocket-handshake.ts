import { createHash } from 'node:crypto';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** The value that a server returns for a client's key, to show that it knows what a WebSocket is. */
export function acceptKey(key: string): string {
  return createHash('sha1').update(`${key}${GUID}`).digest('base64');
}

/** The subprotocols a header lists, in its order. */
export function offeredProtocols(header: string | undefined): readonly string[] {
  return (header ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

/** The headers of the response that makes a connection a WebSocket. */
export function acceptHeaders(key: string, protocol: string | undefined): Readonly<Record<string, string>> {
  return {
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Accept': acceptKey(key),
    ...(protocol !== undefined && { 'Sec-WebSocket-Protocol': protocol }),
  };
}
