import { useCallback, useSyncExternalStore } from 'react';

/** Sent on the window after a change in this tab; other tabs get `storage` from the browser. */
const CHANGED = 'kubemin.preference';

/** A preference by its key: its stored text, and how to change or forget it. */
export function useStoredPreference(key: string): readonly [string | null, (value: string | undefined) => void] {
  const value = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const change = useCallback(
    (next: string | undefined): void => {
      if (next === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, next);
      window.dispatchEvent(new Event(CHANGED));
    },
    [key],
  );
  return [value, change];
}

function subscribe(notify: () => void): () => void {
  window.addEventListener(CHANGED, notify);
  window.addEventListener('storage', notify);
  return () => {
    window.removeEventListener(CHANGED, notify);
    window.removeEventListener('storage', notify);
  };
}
