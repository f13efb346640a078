import type { Clock } from '@kubemin/base';
import { sqlError } from '../database/index.ts';
import { statementMessages } from '../messages/index.ts';
import type { Session } from './session.ts';

/** Where sessions come from, how many there may be, and how long to wait for one. */
export interface SessionPoolOptions {
  readonly connect: () => Promise<Session>;
  readonly size: number;
  readonly waitMs: number;
  readonly clock: Clock;
}

interface Waiter {
  readonly resolve: (session: Session) => void;
  readonly reject: (error: unknown) => void;
  readonly stopTimer: () => void;
}

/** Lends sessions, makes them when needed, and never lends one again that broke. Who came first is served first. */
export class SessionPool {
  readonly #options: SessionPoolOptions;
  readonly #idle: Session[] = [];
  readonly #waiting: Waiter[] = [];
  /** Sessions lent or being made. */
  #lent = 0;
  #closed: Promise<void> | undefined;
  readonly #empty = Promise.withResolvers<void>();

  constructor(options: SessionPoolOptions) {
    this.#options = options;
  }

  /** Takes in a session that was made elsewhere. */
  adopt(session: Session): void {
    this.#idle.push(session);
  }

  async acquire(): Promise<Session> {
    if (this.#closed !== undefined) throw sqlError('SQL_CLOSED', statementMessages.closed);
    if (this.#lent < this.#options.size) return this.#lend();
    return this.#wait();
  }

  release(session: Session): void {
    this.#lent -= 1;
    if (session.usable) this.#idle.push(session);
    else session.destroy();
    this.#serveNext();
  }

  /** Waits for all borrowed and promised sessions, then ends all sessions. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #lend(): Promise<Session> {
    this.#lent += 1;
    for (let session = this.#idle.pop(); session !== undefined; session = this.#idle.pop()) {
      if (session.usable) return session;
      session.destroy();
    }
    try {
      return await this.#options.connect();
    } catch (error) {
      this.#lent -= 1;
      this.#serveNext();
      throw error;
    }
  }

  #wait(): Promise<Session> {
    const { clock, waitMs, size } = this.#options;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(sqlError('SQL_BUSY', statementMessages.poolExhausted({ size, ms: waitMs })));
      };
      const waiter: Waiter = { resolve, reject, stopTimer: clock.after(waitMs, giveUp) };
      this.#waiting.push(waiter);
    });
  }

  #serveNext(): void {
    const waiter = this.#waiting.shift();
    if (waiter !== undefined) {
      waiter.stopTimer();
      this.#lend().then(waiter.resolve, waiter.reject);
    } else if (this.#lent === 0 && this.#closed !== undefined) this.#empty.resolve();
  }

  async #close(): Promise<void> {
    if (this.#lent > 0) await this.#empty.promise;
    await Promise.all(this.#idle.splice(0).map((session) => session.close()));
  }
}
