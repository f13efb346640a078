import { randomBytes } from 'node:crypto';

/** What asks for a connection to become a WebSocket, with what is to be spoken in it, the best first. */
export function websocketHeaders(protocols: readonly string[]): Readonly<Record<string, string>> {
  return {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    'sec-websocket-protocol': protocols.join(', '),
  };
}
