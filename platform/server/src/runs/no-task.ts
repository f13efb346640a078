import { Refusal } from '../http/refusal.ts';

/** The refusal to do something to a run that is not there, by its id or number as it was named. */
export function noTask(run: string): Refusal {
  return new Refusal('TASK_NOT_FOUND', `there is no run ${run}`);
}

/** The number by which a run is named; undefined for an id. Ids are longer than any number. */
export function runNumber(run: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(run) ? Number(run) : undefined;
}
