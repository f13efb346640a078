import type { ErrorName } from './error-catalogue.ts';
import { type BodyEncoding, type Route, takesKey } from './route.ts';

const EVERYWHERE: readonly ErrorName[] = ['BAD_REQUEST', 'REQUEST_TIMEOUT', 'INTERNAL', 'UNAVAILABLE'];
const BEHIND_A_TOKEN: readonly ErrorName[] = ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'];
const UNDER_A_KEY: readonly ErrorName[] = ['IDEMPOTENCY_KEY_REUSED', 'REQUEST_IN_PROGRESS'];
const WITH_BODY: Readonly<Record<BodyEncoding, readonly ErrorName[]>> = {
  none: [],
  json: ['BODY_TOO_LARGE', 'BODY_UNREADABLE'],
  document: ['BODY_TOO_LARGE', 'BODY_UNREADABLE'],
};

/** Every error a route may answer with: its own, and those that come with its method, its access and its body. */
export function routeErrors(
  route: Pick<Route, 'method' | 'effect' | 'access' | 'body' | 'response' | 'errors'>,
): readonly ErrorName[] {
  const { encoding, invalid } = route.body;
  return [
    ...new Set([
      ...EVERYWHERE,
      ...(route.access === 'public' ? [] : BEHIND_A_TOKEN),
      ...(takesKey(route) ? UNDER_A_KEY : []),
      ...WITH_BODY[encoding],
      ...(encoding === 'none' ? [] : [invalid]),
      ...route.errors,
    ]),
  ];
}
