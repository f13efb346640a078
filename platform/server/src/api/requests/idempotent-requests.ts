import { createHash } from 'node:crypto';
import { type Clock, orderedId, type Random, type Vault } from '@kubemin/base';
import { mayChange } from '@kubemin/client';
import type { Engine } from '@kubemin/engine';
import { isUniqueViolation, type SqlDatabase } from '@kubemin/sql';
import { requestMessages } from '../../messages/index.ts';
import { ApiError } from '../api-error.ts';
import type { BoundRoute, IncomingRequest, RouteResponse } from '../bound-route.ts';
import type { RequestTables } from './request-tables.ts';

/** What is stored of a response. */
export interface StoredResponse {
  readonly text: string;
  readonly contentType: string;
  readonly etag?: string;
  /** Of one that is not stored: the work goes on, and the next sender of the request continues it. */
  readonly status?: 202;
}

/** A request under a key: who and what it is. */
export interface KeyedRequest {
  /** Digest of the caller and the key. */
  readonly id: string;
  /** Digest of everything that makes the request what it is. */
  readonly digest: string;
  /** Aborts when the client no longer waits for the response. */
  readonly signal: AbortSignal;
}

export interface IdempotentRequestsOptions {
  readonly database: SqlDatabase<RequestTables>;
  readonly vault: Vault;
  /** The instances that may be carrying out a request: this one, and whether another is known to live. */
  readonly holders: Pick<Engine, 'id' | 'lives'>;
  readonly clock: Clock;
  readonly random: Random;
  /** How long responses are stored. */
  readonly keepMs: number;
}

type Claim =
  | { readonly kind: 'mine'; readonly requestId: string; readonly attempt: number }
  | { readonly kind: 'finished'; readonly response: StoredResponse }
  | { readonly kind: 'busy' };

/** Longer than any request may take. */
const LEASE_MS = 60_000;
const WAIT_MS = 10_000;
const LOOK_EVERY_MS = 100;
const TIDY_EVERY_MS = 60_000;

/**
 * Remembers requests that were sent under a key, in the database, so that every instance knows them. A request is carried
 * out by one at a time; if that one dies, the next carries on under the same request id, by which the work that was done
 * is found and not done again: as soon as the heartbeat of its instance is over, or the lease where there is none. Refused requests have done nothing and are forgotten.
 */
export class IdempotentRequests {
  readonly #options: IdempotentRequestsOptions;
  #tidiedAt = 0;

  constructor(options: IdempotentRequestsOptions) {
    this.#options = options;
  }

  /** Handles a request that carries an Idempotency-Key: once, where its route changes something. */
  async handle(bound: BoundRoute, request: IncomingRequest, key: string): Promise<RouteResponse> {
    const { response } = bound.route;
    if (!mayChange(bound.route) || response.encoding !== 'json') return bound.handle(request);
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw new ApiError('BAD_REQUEST', requestMessages.keyInvalid);
    }
    if (response.kept === false) {
      throw new ApiError('BAD_REQUEST', requestMessages.keyUnsupported);
    }
    // By token: another one of the same user may be permitted less, and must not get the response of this one.
    const id = partsDigest([request.caller.userId, request.caller.tokenId ?? '', key]);
    const keyed = { id, digest: partsDigest(requestParts(bound, request)), signal: request.signal };
    const stored = await this.#once(keyed, async (requestId) => {
      const made = await bound.handle({ ...request, requestId });
      if (made.kind !== 'text') throw new TypeError(`${bound.route.path} returns no text, so it cannot be repeated`);
      return made;
    });
    return { ...stored, kind: 'text' };
  }

  /** The response to the request: the stored one, or the result of `work`. */
  async #once(request: KeyedRequest, work: (requestId: string) => Promise<StoredResponse>): Promise<StoredResponse> {
    const { clock } = this.#options;
    const giveUpAt = clock.now() + WAIT_MS;
    await this.#tidy();
    for (;;) {
      const claim = await this.#claim(request);
      if (claim.kind === 'finished') return claim.response;
      if (claim.kind === 'mine') return this.#carryOut(request, claim, work);
      if (clock.now() >= giveUpAt) {
        throw new ApiError('REQUEST_IN_PROGRESS', requestMessages.keyInProgress);
      }
      await clock.sleep(LOOK_EVERY_MS, request.signal);
    }
  }

  async #carryOut(
    { id }: KeyedRequest,
    { requestId, attempt }: Extract<Claim, { readonly kind: 'mine' }>,
    work: (requestId: string) => Promise<StoredResponse>,
  ): Promise<StoredResponse> {
    const { database, vault, clock } = this.#options;
    let response: StoredResponse;
    try {
      response = await work(requestId);
    } catch (error) {
      const row = { id, attempt };
      await (error instanceof ApiError ? this.#forget(row) : this.#handBack(row));
      throw error;
    }
    if (response.status === 202) {
      await this.#handBack({ id, attempt });
      return response;
    }
    await database.query
      .updateTable('requests')
      .set({ answer: vault.seal(JSON.stringify(response)), leased_until: clock.now() })
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .execute();
    return response;
  }

  async #claim(request: KeyedRequest): Promise<Claim> {
    const { database, vault, holders, clock } = this.#options;
    const now = clock.now();
    const row = await database.query
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', request.id)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (row === undefined) return this.#begin(request);
    if (row.digest !== request.digest) {
      throw new ApiError('IDEMPOTENCY_KEY_REUSED', requestMessages.keyReused);
    }
    if (row.answer !== null) return { kind: 'finished', response: readResponse(vault.open(row.answer)) };
    const isHeld = row.leased_until > now && (row.holder === null || (await holders.lives(row.holder)));
    if (isHeld) return { kind: 'busy' };
    const taken = await database.query
      .updateTable('requests')
      .set({ leased_until: now + LEASE_MS, holder: holders.id, attempt: row.attempt + 1 })
      .where('id', '=', row.id)
      .where('attempt', '=', row.attempt)
      .where('answer', 'is', null)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) return { kind: 'busy' };
    return { kind: 'mine', requestId: row.request_id, attempt: row.attempt + 1 };
  }

  async #begin({ id, digest }: KeyedRequest): Promise<Claim> {
    const { database, holders, clock, random, keepMs } = this.#options;
    const now = clock.now();
    const requestId = orderedId(random, now);
    await database.query.deleteFrom('requests').where('id', '=', id).where('expires_at', '<=', now).execute();
    try {
      await database.query
        .insertInto('requests')
        .values({
          id,
          digest,
          request_id: requestId,
          answer: null,
          leased_until: now + LEASE_MS,
          holder: holders.id,
          attempt: 1,
          expires_at: now + keepMs,
        })
        .execute();
    } catch (error) {
      if (isUniqueViolation(error)) return { kind: 'busy' };
      throw error;
    }
    return { kind: 'mine', requestId, attempt: 1 };
  }

  async #forget({ id, attempt }: { readonly id: string; readonly attempt: number }): Promise<void> {
    const { query } = this.#options.database;
    await query.deleteFrom('requests').where('id', '=', id).where('attempt', '=', attempt).execute();
  }

  /** It is unknown how far it came, or it is not finished: the next sender of the request continues it, at once. */
  async #handBack({ id, attempt }: { readonly id: string; readonly attempt: number }): Promise<void> {
    const { database, clock } = this.#options;
    const until = { leased_until: clock.now() };
    await database.query
      .updateTable('requests')
      .set(until)
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .execute();
  }

  async #tidy(): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now();
    if (now - this.#tidiedAt < TIDY_EVERY_MS) return;
    this.#tidiedAt = now;
    await database.query.deleteFrom('requests').where('expires_at', '<=', now).execute();
  }
}

/** Only ever written by us. */
function readResponse(text: string): StoredResponse {
  const { text: body, contentType, etag }: Readonly<Record<string, unknown>> = JSON.parse(text);
  return { text: String(body), contentType: String(contentType), ...(typeof etag === 'string' && { etag }) };
}

function requestParts(
  { route }: BoundRoute,
  { params, query, body, ifMatch = '' }: IncomingRequest,
): readonly string[] {
  return [route.method, route.path, JSON.stringify(params), JSON.stringify(query), ifMatch, body.text];
}

function partsDigest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
