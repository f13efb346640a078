import type { Message } from '@kubemin/base/message';
import type { Status } from '../generated/types/meta.v1.gen.ts';
import { isJsonObject } from '../object/index.ts';

/** How a command in a container ended. */
export type CommandOutcome =
  | { readonly kind: 'exited'; readonly exitCode: number }
  /** It could not be run, or broke off; `text` where the reason is not one of the server. */
  | { readonly kind: 'failed'; readonly message: string; readonly text?: Message };

/** A Status as nodes write it: without kind and version. */
type SessionStatus = Omit<Status, 'apiVersion' | 'kind'>;

const NON_ZERO = 'NonZeroExitCode';
const EXIT_CODE = 'ExitCode';

/** The Status that a client gets for an outcome. */
function outcomeStatus(outcome: CommandOutcome, command: readonly string[]): SessionStatus {
  if (outcome.kind === 'failed') {
    return { metadata: {}, status: 'Failure', message: outcome.message, reason: 'InternalError', code: 500 };
  }
  const { exitCode } = outcome;
  if (exitCode === 0) return { metadata: {}, status: 'Success' };
  const how = `error executing command [${command.join(' ')}], exit code ${exitCode}`;
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: ${how}`,
    reason: NON_ZERO,
    details: { causes: [{ reason: EXIT_CODE, message: String(exitCode) }] },
  };
}

/** How a protocol encodes an outcome: as that Status, or, in older ones, as a message for failures alone. */
export type OutcomeForm = 'status' | 'words';

/** The last message of a session; empty where there is nothing to send. */
export function outcomeText(outcome: CommandOutcome, command: readonly string[], form: OutcomeForm): string {
  const status = outcomeStatus(outcome, command);
  return form === 'status' ? JSON.stringify(status) : (status.message ?? '');
}

/** Parses the last message of a session in either form. */
export function readOutcome(text: string): CommandOutcome {
  const status = parseStatus(text);
  if (status === undefined) return text === '' ? { kind: 'exited', exitCode: 0 } : { kind: 'failed', message: text };
  if (status.status === 'Success') return { kind: 'exited', exitCode: 0 };
  const code = status.details?.causes?.find(({ reason }) => reason === EXIT_CODE)?.message;
  const exitCode = Number(code ?? Number.NaN);
  if (status.reason === NON_ZERO && Number.isInteger(exitCode)) return { kind: 'exited', exitCode };
  return { kind: 'failed', message: status.message ?? 'the command failed' };
}

function parseStatus(text: string): SessionStatus | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isStatusBody(value) ? value : undefined;
  } catch {
    // Older nodes send a plain message.
    return undefined;
  }
}

function isStatusBody(value: unknown): value is SessionStatus {
  return isJsonObject(value) && typeof value.status === 'string';
}
