import { randomBytes } from 'node:crypto';
import { TerminalError } from '@kubemin/base';
import { connectionMessages } from '../../messages/index.ts';

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

/** The error for a server that chose a protocol which the request did not offer. */
export function protocolNotOffered(request: string, protocol: string | undefined): TerminalError {
  const message = connectionMessages.protocolNotOffered({ request, protocol: protocol ?? '' });
  return new TerminalError(message, { code: 'PROTOCOL_NOT_OFFERED' });
}
