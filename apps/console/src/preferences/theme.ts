import { useEffect } from 'react';
import { useStoredPreference } from './stored-preference.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Also read by `theme.js` before the first paint. */
const STORED = 'kubemin.theme';

/** The theme of the user; with `system` it follows that of the machine while it changes. */
export function useTheme() {
  const [value, change] = useStoredPreference(STORED);
  const theme: Theme = THEMES.find((each) => each === value) ?? 'system';
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const apply = (): void => {
      const isDark = theme === 'dark' || (theme === 'system' && system.matches);
      document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    };
    apply();
    system.addEventListener('change', apply);
    return () => system.removeEventListener('change', apply);
  }, [theme]);
  return { theme, setTheme: (chosen: Theme): void => change(chosen) };
}
