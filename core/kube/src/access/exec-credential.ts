import { TerminalError } from '@kubemin/base';
import { isRecord } from '../resource/api-answer.ts';
import type { Credentials } from '../transport/credentials.ts';

/** What a credential plugin answered. */
export interface ExecCredential {
  readonly credentials: Credentials;
  /** Milliseconds since the epoch; undefined for credentials that last until they are refused. */
  readonly expiresAt: number | undefined;
}

/** Reads the ExecCredential that a plugin printed. */
export function readExecCredential(text: string, apiVersion: string, command: string): ExecCredential {
  const answer = parsed(text, command);
  if (answer.kind !== 'ExecCredential') throw bad(command, `kind is '${String(answer.kind)}', not ExecCredential`);
  if (answer.apiVersion !== apiVersion) {
    throw bad(command, `it speaks '${String(answer.apiVersion)}', but the kubeconfig says ${apiVersion}`);
  }
  const status = isRecord(answer.status) ? answer.status : {};
  const token = textOf(status.token);
  const clientCert = textOf(status.clientCertificateData);
  const clientKey = textOf(status.clientKeyData);
  if ((clientCert === undefined) !== (clientKey === undefined)) {
    throw bad(command, 'only one of clientCertificateData and clientKeyData is there; they belong together');
  }
  if (token === undefined && clientCert === undefined) throw bad(command, 'status has neither token nor certificate');
  return {
    credentials: { ...(token !== undefined && { authorization: `Bearer ${token}` }), clientCert, clientKey },
    expiresAt: expiryOf(status.expirationTimestamp, command),
  };
}

function parsed(text: string, command: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bad(command, 'it is not JSON');
  }
  if (isRecord(value)) return value;
  throw bad(command, 'it is no JSON object');
}

function expiryOf(stamp: unknown, command: string): number | undefined {
  const text = textOf(stamp);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw bad(command, `expirationTimestamp '${text}' is no time`);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

// What was printed is never quoted, nor is an error that quotes it made the cause: it may be the secret.
function bad(command: string, what: string): TerminalError {
  return new TerminalError(
    `the answer of the credential plugin '${command}' cannot be used: ${what}. What to do: run it by hand, or update it.`,
    { code: 'EXEC_PLUGIN_ANSWER' },
  );
}
