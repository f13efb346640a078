import { useStoredPreference } from './stored-preference.ts';

const STORED = 'kubemin.single-keys';

/** Whether a key alone, such as `/`, is a shortcut. Speech input and tremor can press keys unintentionally. */
export function useSingleKeys(): readonly [boolean, (isOn: boolean) => void] {
  const [value, change] = useStoredPreference(STORED);
  return [value !== 'off', (isOn) => change(isOn ? 'on' : 'off')];
}
