import { useCallback, useMemo } from 'react';
import { useStoredPreference } from './stored-preference.ts';

const STORED = 'kubemin.collapsed-lanes';

/** Which steps of an application the canvas shows by their names alone. */
export function useCollapsedLanes(app: string) {
  const [value, change] = useStoredPreference(`${STORED}|${app}`);
  const collapsed = useMemo(() => new Set(readNames(value)), [value]);
  const setCollapsed = useCallback(
    (name: string, isCollapsed: boolean): void => {
      const others = [...collapsed].filter((each) => each !== name);
      change(JSON.stringify(isCollapsed ? [...others, name] : others));
    },
    [collapsed, change],
  );
  return { collapsed, setCollapsed };
}

function readNames(text: string | null): readonly string[] {
  try {
    const names: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
