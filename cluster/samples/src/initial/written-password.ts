import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { isJsonObject, type KubeObject } from '@kubemin/kubeapi';
import { initialMessages } from '../messages/index.ts';
import { isPasswordHash } from './password-hash.ts';

const MIN_PASSWORD_LENGTH = 8;

/** The password or hash in a User. */
export type GivenPassword =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'hash'; readonly hash: string };

/** A User as it may be stored, and the password that must not be stored with it. */
export interface SplitUser {
  readonly object: KubeObject;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly given: GivenPassword | undefined;
}

/** Takes `spec.password` or `spec.passwordHash` out of a User. Throws PASSWORD_INVALID for unusable values. */
export function splitUser(object: KubeObject): SplitUser {
  const found: unknown = Reflect.get(object, 'spec');
  const { password, passwordHash, ...spec } = isJsonObject(found) ? found : {};
  return { object, spec, given: readPassword({ password, passwordHash }, object.metadata.name ?? '') };
}

interface PasswordFields {
  readonly password: unknown;
  readonly passwordHash: unknown;
}

function readPassword({ password, passwordHash }: PasswordFields, user: string): GivenPassword | undefined {
  if (password === undefined && passwordHash === undefined) return undefined;
  if (password !== undefined && passwordHash !== undefined) {
    throw passwordError(initialMessages.twoPasswords({ user }));
  }
  if (passwordHash === undefined) {
    if (typeof password === 'string' && password.length >= MIN_PASSWORD_LENGTH) return { kind: 'password', password };
    throw passwordError(initialMessages.shortPassword({ user, length: MIN_PASSWORD_LENGTH }));
  }
  if (typeof passwordHash === 'string' && isPasswordHash(passwordHash)) return { kind: 'hash', hash: passwordHash };
  throw passwordError(initialMessages.unknownHash({ user }));
}

function passwordError(message: Message): TerminalError {
  return new TerminalError(message, { code: 'PASSWORD_INVALID' });
}
