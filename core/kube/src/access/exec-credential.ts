import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { accessMessages } from '../messages/access.ts';
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
  if (answer.kind !== 'ExecCredential') throw bad(command, accessMessages.wrongKind({ kind: String(answer.kind) }));
  if (answer.apiVersion !== apiVersion) {
    throw bad(command, accessMessages.wrongVersion({ found: String(answer.apiVersion), expected: apiVersion }));
  }
  const status = isRecord(answer.status) ? answer.status : {};
  const token = textOf(status.token);
  const clientCert = textOf(status.clientCertificateData);
  const clientKey = textOf(status.clientKeyData);
  if ((clientCert === undefined) !== (clientKey === undefined)) {
    throw bad(command, accessMessages.halfCertificate);
  }
  if (token === undefined && clientCert === undefined) throw bad(command, accessMessages.noCredentials);
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
    throw bad(command, accessMessages.notJson);
  }
  if (isRecord(value)) return value;
  throw bad(command, accessMessages.notObject);
}

function expiryOf(stamp: unknown, command: string): number | undefined {
  const text = textOf(stamp);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw bad(command, accessMessages.invalidExpiry({ time: text }));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

// What was printed is never quoted, nor is an error that quotes it made the cause: it may be the secret.
function bad(command: string, what: Message): TerminalError {
  return new TerminalError(accessMessages.invalidOutput({ command, problem: what }), { code: 'EXEC_PLUGIN_ANSWER' });
}
