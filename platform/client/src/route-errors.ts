import type { ErrorName } from './error-catalogue.ts';
import type { BodyEncoding, Route } from './route.ts';

const EVERYWHERE: readonly ErrorName[] = ['BAD_REQUEST', 'INTERNAL', 'UNAVAILABLE'];
const BEHIND_A_TOKEN: readonly ErrorName[] = ['UNAUTHENTICATED', 'FORBIDDEN'];
const WITH_BODY: Readonly<Record<BodyEncoding, readonly ErrorName[]>> = {
  none: [],
  json: ['BODY_TOO_LARGE', 'BODY_UNREADABLE'],
  document: ['BODY_TOO_LARGE', 'BODY_UNREADABLE'],
};

/** Every error a route may answer with: its own, and those that come with its access and its body. */
export function routeErrors(route: Pick<Route, 'access' | 'body' | 'errors'>): readonly ErrorName[] {
  const { encoding, invalid } = route.body;
  return [
    ...new Set([
      ...EVERYWHERE,
      ...(route.access === 'public' ? [] : BEHIND_A_TOKEN),
      ...WITH_BODY[encoding],
      ...(encoding === 'none' ? [] : [invalid]),
      ...route.errors,
    ]),
  ];
}
