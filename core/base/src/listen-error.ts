import { TerminalError, toError } from './errors.ts';

/** Why an address could not be had, and what to do about it. */
export function listenError(thrown: unknown, host: string, port: number): TerminalError {
  const error = toError(thrown);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new TerminalError(
      `port ${port} on ${host} is taken: stop the program that uses it, or choose another port (0 picks a free one)`,
      { code: 'PORT_TAKEN', cause: error },
    );
  }
  return new TerminalError(`cannot listen on ${host}:${port}: ${error.message}`, {
    code: 'LISTEN_FAILED',
    cause: error,
  });
}
