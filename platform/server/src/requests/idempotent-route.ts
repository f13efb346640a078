import { createHash } from 'node:crypto';
import { mayChange } from '@kubemin/client';
import type { BoundRoute, IncomingRequest } from '../http/bound-route.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestLedger } from './request-ledger.ts';

/** The same route; where it changes something, requests that carry an Idempotency-Key are carried out once. */
export function idempotent(bound: BoundRoute, ledger: RequestLedger): BoundRoute {
  const { response } = bound.route;
  if (!mayChange(bound.route) || response.encoding !== 'json') return bound;
  return {
    ...bound,
    handle: async (request) => {
      const key = request.idempotencyKey;
      if (key === undefined) return bound.handle(request);
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
        throw new Refusal(
          'BAD_REQUEST',
          'the Idempotency-Key header must be 1 to 255 printable characters without spaces',
        );
      }
      if (response.kept === false) {
        throw new Refusal('BAD_REQUEST', 'this answer is kept nowhere, so the request cannot have an Idempotency-Key');
      }
      // By token: another one of the same user may be allowed less, and must not be told what this one was.
      const id = digestOf([request.caller.userId, request.caller.tokenId ?? '', key]);
      const keyed = { id, digest: digestOf(partsOf(bound, request)), signal: request.signal };
      const answer = await ledger.once(keyed, async (requestId) => {
        const made = await bound.handle({ ...request, requestId });
        if (made.kind !== 'text') throw new TypeError(`${bound.route.path} answers no text, so it cannot be repeated`);
        return made;
      });
      return { ...answer, kind: 'text' };
    },
  };
}

function partsOf({ route }: BoundRoute, { params, query, body, ifMatch = '' }: IncomingRequest): readonly string[] {
  return [route.method, route.path, JSON.stringify(params), JSON.stringify(query), ifMatch, body.text];
}

function digestOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
