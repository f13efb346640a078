import { useSyncExternalStore } from 'react';

/** Sent on the window after a change in this tab; other tabs get `storage` from the browser. */
const CHANGED = 'kubemin.preference';

/** A preference by its key: its stored text, and how to change it. */
export function useStoredPreference(key: string): readonly [string | null, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const change = (next: string): void => {
    localStorage.setItem(key, next);
    window.dispatchEvent(new Event(CHANGED));
  };
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
