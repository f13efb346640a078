import { KubeminError } from '@kubemin/base';
import { startOption } from '../connection/index.ts';
import { startMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';

const ABOUT_PORTS = ['PORT_TAKEN', 'PORT_FORBIDDEN'];

/** The command that opens a port, and its flags that choose another. */
export interface PortFlags {
  readonly command: 'up' | 'server' | 'apiserver';
  readonly flags: readonly string[];
}

/** Runs what opens a port; when the port cannot be had, names the flag that chooses another. */
export async function withPortAdvice<T>(
  context: CommandContext,
  { command, flags }: PortFlags,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof KubeminError && ABOUT_PORTS.includes(error.code))) throw error;
    const free = startOption(context, command, flags.map((flag) => `${flag} 0`).join(' '));
    throw new CliError(error.text, {
      code: error.code,
      exitCode: ExitCode.failed,
      hint: startMessages.choosePort({ flag: flags.join(', '), command: free }),
      cause: error,
    });
  }
}

/** How many ports are tried before the system picks one. */
const TRIES = 20;

/** A port to listen on, and whether another may take its place. */
export interface PortChoice {
  readonly port: number;
  /** Undefined where the user chose the port: then it is that one or none. */
  readonly onTaken?: ((taken: number, used: number) => void) | undefined;
}

/** Listens on a port that was a default; where it is taken, on the next that is free. */
export async function listenOnFree<T extends { readonly port: number }>(
  { port, onTaken }: PortChoice,
  listen: (port: number) => Promise<T>,
): Promise<T> {
  if (onTaken === undefined) return listen(port);
  for (let candidate = port; candidate <= port + TRIES; candidate += 1) {
    try {
      const listening = await listen(candidate === port + TRIES ? 0 : candidate);
      if (listening.port !== port) onTaken(port, listening.port);
      return listening;
    } catch (error) {
      if (!(error instanceof KubeminError && error.code === 'PORT_TAKEN')) throw error;
    }
  }
  return listen(port);
}
