import type { Status } from '../generated/types/meta.v1.gen.ts';
import { isJsonObject } from '../json.ts';

/** How a command in a container ended. */
export type CommandOutcome =
  | { readonly kind: 'exited'; readonly exitCode: number }
  /** It could not be run, or broke off. */
  | { readonly kind: 'failed'; readonly message: string };

/** A Status as nodes write it: without saying that it is one. */
type SessionStatus = Omit<Status, 'apiVersion' | 'kind'>;

const NON_ZERO = 'NonZeroExitCode';
const EXIT_CODE = 'ExitCode';

/** The Status that tells a client so. */
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

/** How a protocol tells it: as that Status, or, as older ones do, in words for failures alone. */
export type OutcomeForm = 'status' | 'words';

/** The last word of a session; empty where there is nothing to say. */
export function outcomeText(outcome: CommandOutcome, command: readonly string[], form: OutcomeForm): string {
  const status = outcomeStatus(outcome, command);
  return form === 'status' ? JSON.stringify(status) : (status.message ?? '');
}

/** What the last word of a session says, however it was put. */
export function readOutcome(text: string): CommandOutcome {
  const status = statusOf(text);
  if (status === undefined) return text === '' ? { kind: 'exited', exitCode: 0 } : { kind: 'failed', message: text };
  if (status.status === 'Success') return { kind: 'exited', exitCode: 0 };
  const code = status.details?.causes?.find(({ reason }) => reason === EXIT_CODE)?.message;
  const exitCode = Number(code ?? Number.NaN);
  if (status.reason === NON_ZERO && Number.isInteger(exitCode)) return { kind: 'exited', exitCode };
  return { kind: 'failed', message: status.message ?? 'the command failed' };
}

function statusOf(text: string): SessionStatus | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isStatusBody(value) ? value : undefined;
  } catch {
    // Older nodes say it in words.
    return undefined;
  }
}

function isStatusBody(value: unknown): value is SessionStatus {
  return isJsonObject(value) && typeof value.status === 'string';
}
