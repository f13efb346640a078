import { Refusal } from '../http/refusal.ts';

/** The refusal to do something to a user who is not there. */
export function noUser(name: string): Refusal {
  return new Refusal('USER_NOT_FOUND', `there is no user ${name}`);
}
