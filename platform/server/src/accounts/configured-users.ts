import { EVERYWHERE, type Grant } from '@kubemin/client';
import type { AccessToken } from '../http/bearer-token.ts';

const ADMINISTRATOR: readonly Grant[] = [{ project: EVERYWHERE, role: 'admin' }];

/** A user that the server was started with. */
export interface ConfiguredUser {
  readonly id: string;
  readonly name: string;
  readonly grants: readonly Grant[];
}

/** The user a token means that the server was started with. */
export function configuredUser({ user, grants = ADMINISTRATOR }: AccessToken): ConfiguredUser {
  // Ids of stored users have no colon.
  return { id: `configured:${user}`, name: user, grants };
}
