import { useStoredPreference } from './stored-preference.ts';

const STORED = 'kubemin.diff-layout';

/** Whether differences are shown below each other or side by side. */
export function useDiffLayout(): readonly ['unified' | 'split', (layout: 'unified' | 'split') => void] {
  const [value, change] = useStoredPreference(STORED);
  return [value === 'split' ? 'split' : 'unified', change];
}
