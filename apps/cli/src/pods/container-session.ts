import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { verbatim } from '@kubemin/base/message';
import type { PodCommand } from '@kubemin/kube';
import { CliError, type CliErrorDetails, ExitCode, type ForeignExit, type Terminal } from '../terminal/index.ts';

type Outcome = Awaited<PodCommand['outcome']>;

/** What a command is given of the place it is called from. */
export type InputMode = 'nothing' | 'input' | 'terminal';

/** What else may happen while it talks. */
export interface SessionOptions {
  /** Called when the user types the detach keys. @default detaching is not possible */
  readonly onDetach?: (() => void) | undefined;
}

/** Lets a command that runs elsewhere talk here until it ends; the terminal is given back as it was. */
export async function runSession(
  command: PodCommand,
  terminal: Terminal,
  mode: InputMode,
  { onDetach }: SessionOptions = {},
): Promise<Outcome> {
  const over = new AbortController();
  const console = mode === 'terminal' ? terminal.console?.() : undefined;
  const input = mode === 'nothing' ? undefined : (console?.input ?? terminal.incoming?.());
  const resize = (): void => {
    // The resize of a finished command fails, which is harmless.
    if (console !== undefined) command.resize(console.size()).catch(() => undefined);
  };
  resize();
  const stopResizing = console?.onResize(resize);
  try {
    // If input fails, the command ends; its outcome has the reason.
    if (input !== undefined) {
      const keys = console === undefined || onDetach === undefined ? [] : [detachKeys(onDetach)];
      pipeline([input, ...keys, command.stdin], { signal: over.signal }).catch(() => undefined);
    }
    const output = [passOn(command.stdout, terminal, 'out'), passOn(command.stderr, terminal, 'alert')];
    const outcome = await command.outcome;
    await Promise.all(output);
    return outcome;
  } finally {
    stopResizing?.();
    console?.close();
    // What is not read any more must not keep this program alive.
    over.abort();
  }
}

/** The exit of this program after a session: that of the command, or a CliError when the session failed. */
export function sessionExit(
  outcome: Outcome,
  { interrupted, ...details }: Pick<CliErrorDetails, 'code' | 'hint'> & { readonly interrupted: AbortSignal },
): ExitCode | ForeignExit {
  if (outcome.kind === 'exited') return { foreign: outcome.exitCode };
  if (interrupted.aborted) return ExitCode.interrupted;
  throw new CliError(outcome.text ?? verbatim(outcome.message), { ...details, exitCode: ExitCode.failed });
}

async function passOn(source: AsyncIterable<Uint8Array>, terminal: Terminal, to: 'out' | 'alert'): Promise<void> {
  for await (const bytes of source) await terminal.pass(to, bytes);
}

const CTRL_P = 0x10;
const CTRL_Q = 0x11;

/**
 * Passes what is typed on until Ctrl-P Ctrl-Q is: from there on nothing, and the listener is called. A Ctrl-P waits for the
 * key after it, and goes on before any other.
 */
export function detachKeys(onDetach: () => void): Transform {
  let held = false;
  let left = false;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const passed: number[] = [];
      for (const byte of left ? [] : bytes) {
        if (held && byte === CTRL_Q) {
          left = true;
          break;
        }
        if (held) passed.push(CTRL_P);
        held = byte === CTRL_P;
        if (!held) passed.push(byte);
      }
      if (left && held) {
        held = false;
        onDetach();
      }
      done(null, passed.length === 0 ? undefined : Buffer.from(passed));
    },
    flush(done) {
      done(null, held ? Buffer.from([CTRL_P]) : undefined);
    },
  });
}
