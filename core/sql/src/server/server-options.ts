import { type Clock, type Random, systemClock, systemRandom } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { QueryObserver } from '../database/index.ts';
import { openMessages } from '../messages/index.ts';

/** How a connection is protected: not at all, by a certificate that is checked, or by one that is not. */
export type ServerTls = 'off' | 'verified' | 'unverified';

/** Where a database server is and how to use it. */
export interface OpenServerOptions {
  /** @default 127.0.0.1 */
  readonly host?: string;
  /** @default the product's own */
  readonly port?: number;
  readonly user: string;
  readonly password?: string;
  readonly database: string;
  /** @default off */
  readonly tls?: ServerTls;
  /** Connections at most. @default 10 */
  readonly poolSize?: number;
  /** How long a query waits for a free connection. @default 10 s */
  readonly poolWaitMs?: number;
  /** @default 10 s */
  readonly connectTimeoutMs?: number;
  /** How long a statement may run. @default 30 s */
  readonly statementTimeoutMs?: number;
  /** How long a statement waits for a lock another transaction holds. @default 10 s */
  readonly lockTimeoutMs?: number;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly onQuery?: QueryObserver;
}

/** The same with nothing left open. */
export type ServerOptions = Required<Omit<OpenServerOptions, 'onQuery' | 'password'>> &
  Pick<OpenServerOptions, 'onQuery' | 'password'>;

export function resolveServerOptions(options: OpenServerOptions, defaultPort: number): ServerOptions {
  return {
    host: '127.0.0.1',
    port: defaultPort,
    tls: 'off',
    poolSize: 10,
    poolWaitMs: 10_000,
    connectTimeoutMs: 10_000,
    statementTimeoutMs: 30_000,
    lockTimeoutMs: 10_000,
    clock: systemClock,
    random: systemRandom,
    ...options,
  };
}

/** The server and database as messages name them: without the password. */
export function serverName({ host, port, user, database }: ServerOptions): Message {
  return openMessages.server({ database, host, port: String(port), user });
}
