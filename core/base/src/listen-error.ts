import { TerminalError, toError } from './errors.ts';

/** Thrown when a server cannot listen where it was told to. */
export class ListenError extends TerminalError {
  readonly host: string;
  readonly port: number;

  constructor(
    message: string,
    details: { readonly code: string; readonly host: string; readonly port: number; readonly cause: unknown },
  ) {
    super(message, { code: details.code, cause: details.cause });
    this.host = details.host;
    this.port = details.port;
  }
}

const ADVICE: ReadonlyMap<unknown, { readonly code: string; readonly words: string }> = new Map([
  [
    'EADDRINUSE',
    {
      code: 'PORT_TAKEN',
      words: 'another program is listening there; stop it, or choose another port (0 picks a free one)',
    },
  ],
  ['EACCES', { code: 'PORT_FORBIDDEN', words: 'this user may not listen there; choose a port above 1023' }],
  ['EADDRNOTAVAIL', { code: 'HOST_UNKNOWN', words: 'this machine does not have that address; 127.0.0.1 always works' }],
]);

/** The error that says which address could not be had, why, and what to do. */
export function listenError(host: string, port: number, thrown: unknown): ListenError {
  const cause = toError(thrown);
  const systemCode = 'code' in cause ? cause.code : undefined;
  const { code, words } = ADVICE.get(systemCode) ?? { code: 'LISTEN_FAILED', words: cause.message };
  return new ListenError(`cannot listen on ${host} port ${port}: ${words}`, { code, host, port, cause });
}
