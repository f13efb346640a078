import { TerminalError } from '@kubemin/base';

/** Thrown when the server cannot listen where it was told to. */
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

const ADVICE: ReadonlyMap<string, { readonly code: string; readonly words: string }> = new Map([
  [
    'EADDRINUSE',
    {
      code: 'PORT_TAKEN',
      words:
        'another program is listening there; stop it, choose another port with --port, or --port 0 for any free one',
    },
  ],
  ['EACCES', { code: 'PORT_FORBIDDEN', words: 'this user may not listen there; choose a port above 1023 with --port' }],
  ['EADDRNOTAVAIL', { code: 'HOST_UNKNOWN', words: 'this machine does not have that address; 127.0.0.1 always works' }],
]);

/** The error that says which address could not be had, why, and what to do. */
export function listenError(host: string, port: number, cause: unknown): ListenError {
  const systemCode = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const { code, words } = ADVICE.get(systemCode) ?? { code: 'LISTEN_FAILED', words: String(cause) };
  return new ListenError(`cannot listen on ${host} port ${port}: ${words}`, { code, host, port, cause });
}
