import { TerminalError } from '@kubemin/base';
import { isJsonObject, type KubeObject } from '@kubemin/kubeapi';
import { isPasswordHash } from './password-hash.ts';

const SHORTEST_PASSWORD = 8;

/** What somebody wrote into a User to prove who that is. */
export type WrittenPassword =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'hash'; readonly hash: string };

/** A User as it may be stored, and the password that must not be stored with it. */
export interface SplitUser {
  readonly object: KubeObject;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly written: WrittenPassword | undefined;
}

/** Takes `spec.password` or `spec.passwordHash` out of a User. Throws PASSWORD_INVALID for what would prove nothing. */
export function splitUser(object: KubeObject): SplitUser {
  const found: unknown = Reflect.get(object, 'spec');
  const { password, passwordHash, ...spec } = isJsonObject(found) ? found : {};
  return { object, spec, written: writtenIn({ password, passwordHash }, object.metadata.name ?? '') };
}

interface Written {
  readonly password: unknown;
  readonly passwordHash: unknown;
}

function writtenIn({ password, passwordHash }: Written, user: string): WrittenPassword | undefined {
  if (password === undefined && passwordHash === undefined) return undefined;
  if (password !== undefined && passwordHash !== undefined) {
    throw unusable(user, 'has both spec.password and spec.passwordHash; keep one of the two');
  }
  if (passwordHash === undefined) {
    if (typeof password === 'string' && password.length >= SHORTEST_PASSWORD) return { kind: 'password', password };
    throw unusable(user, `needs a spec.password of ${SHORTEST_PASSWORD} characters or more`);
  }
  if (typeof passwordHash === 'string' && isPasswordHash(passwordHash)) return { kind: 'hash', hash: passwordHash };
  throw unusable(
    user,
    'has a spec.passwordHash that is neither scrypt nor bcrypt; write the password as spec.password',
  );
}

function unusable(user: string, what: string): TerminalError {
  return new TerminalError(`the User ${user} ${what}`, { code: 'PASSWORD_INVALID' });
}
