import { baseMessages, systemMessages } from './base-messages.ts';
import { KubeminError, toError } from './errors.ts';
import type { Message } from './message.ts';

/** A text of another program, such as Kubernetes, which is shown as it is in every language. */
export function verbatim(text: string): Message {
  return baseMessages.verbatim({ text });
}

/** The message of any thrown value: its own, that of the operating system for known codes, else its text as it is. */
export function errorMessage(thrown: unknown): Message {
  if (thrown instanceof KubeminError) return thrown.text ?? verbatim(thrown.message);
  const error = toError(thrown);
  return systemError(error) ?? verbatim(error.message);
}

function systemError(error: Error): Message | undefined {
  if (!('code' in error) || typeof error.code !== 'string' || !isSystemCode(error.code)) return undefined;
  const reason = systemMessages[error.code];
  if ('path' in error && typeof error.path === 'string') return baseMessages.aboutPath({ path: error.path, reason });
  const host = 'address' in error ? error.address : 'hostname' in error ? error.hostname : undefined;
  if (typeof host !== 'string') return reason;
  const port = 'port' in error ? `:${error.port}` : '';
  return baseMessages.aboutAddress({ address: `${host}${port}`, reason });
}

function isSystemCode(code: string): code is Extract<keyof typeof systemMessages, string> {
  return Object.hasOwn(systemMessages, code);
}
