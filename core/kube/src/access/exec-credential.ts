import { isRecord, TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { Credentials } from '../client/index.ts';
import { accessMessages } from '../messages/index.ts';

/** The output of a credential plugin. */
export interface ExecCredential {
  readonly credentials: Credentials;
  /** Milliseconds since the epoch; undefined for credentials that last until they are refused. */
  readonly expiresAt: number | undefined;
}

/** Reads the ExecCredential that a plugin printed. */
export function parseExecCredential(text: string, apiVersion: string, command: string): ExecCredential {
  const credential = parseObject(text, command);
  if (credential.kind !== 'ExecCredential')
    throw invalidOutputError(command, accessMessages.wrongKind({ kind: String(credential.kind) }));
  if (credential.apiVersion !== apiVersion) {
    throw invalidOutputError(
      command,
      accessMessages.wrongVersion({ found: String(credential.apiVersion), expected: apiVersion }),
    );
  }
  const status = isRecord(credential.status) ? credential.status : {};
  const token = nonEmptyString(status.token);
  const clientCert = nonEmptyString(status.clientCertificateData);
  const clientKey = nonEmptyString(status.clientKeyData);
  if ((clientCert === undefined) !== (clientKey === undefined)) {
    throw invalidOutputError(command, accessMessages.halfCertificate);
  }
  if (token === undefined && clientCert === undefined) throw invalidOutputError(command, accessMessages.noCredentials);
  return {
    credentials: { ...(token !== undefined && { authorization: `Bearer ${token}` }), clientCert, clientKey },
    expiresAt: parseExpiry(status.expirationTimestamp, command),
  };
}

function parseObject(text: string, command: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidOutputError(command, accessMessages.notJson);
  }
  if (isRecord(value)) return value;
  throw invalidOutputError(command, accessMessages.notObject);
}

function parseExpiry(stamp: unknown, command: string): number | undefined {
  const text = nonEmptyString(stamp);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw invalidOutputError(command, accessMessages.invalidExpiry({ time: text }));
}

function nonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

// What was printed is never quoted, nor is an error that quotes it made the cause: it may be the secret.
function invalidOutputError(command: string, what: Message): TerminalError {
  return new TerminalError(accessMessages.invalidOutput({ command, problem: what }), { code: 'EXEC_PLUGIN_ANSWER' });
}
