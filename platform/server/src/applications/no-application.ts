import { Refusal } from '../http/refusal.ts';

/** The refusal to do something to an application that is not there. */
export function noApplication(appId: string): Refusal {
  return new Refusal('APPLICATION_NOT_FOUND', `there is no application ${appId}`);
}
