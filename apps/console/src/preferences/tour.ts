import { useStoredPreference } from './stored-preference.ts';

const STORED = 'kubemin.tour';

/** Whether the tour of the console was finished or skipped, in this browser. */
export function useTourDone(): readonly [boolean, (isDone: boolean) => void] {
  const [value, change] = useStoredPreference(STORED);
  return [value === 'done', (isDone) => change(isDone ? 'done' : 'open')];
}
