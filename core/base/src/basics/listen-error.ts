import { errorMessage, type Message, TerminalError, toError } from '../message/index.ts';
import { machineMessages } from '../messages/index.ts';

/** Thrown when a server cannot listen on its configured address. */
export class ListenError extends TerminalError {
  readonly host: string;
  readonly port: number;

  constructor(
    message: Message,
    details: { readonly code: string; readonly host: string; readonly port: number; readonly cause: unknown },
  ) {
    super(message, { code: details.code, cause: details.cause });
    this.host = details.host;
    this.port = details.port;
  }
}

const ADVICE: ReadonlyMap<unknown, { readonly code: string; readonly reason: Message }> = new Map([
  [
    'EADDRINUSE',
    {
      code: 'PORT_TAKEN',
      reason: machineMessages.portTaken,
    },
  ],
  ['EACCES', { code: 'PORT_FORBIDDEN', reason: machineMessages.portForbidden }],
  ['EADDRNOTAVAIL', { code: 'HOST_UNKNOWN', reason: machineMessages.addressUnknown }],
]);

/** The error with the address, the cause and what to do. */
export function listenError(host: string, port: number, thrown: unknown): ListenError {
  const cause = toError(thrown);
  const systemCode = 'code' in cause ? cause.code : undefined;
  const { code, reason } = ADVICE.get(systemCode) ?? { code: 'LISTEN_FAILED', reason: errorMessage(cause) };
  return new ListenError(machineMessages.cannotListen({ host, port, reason }), { code, host, port, cause });
}
