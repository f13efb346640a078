import { useCallback, useEffect, useMemo } from 'react';
import { useStoredPreference } from './stored-preference.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Also read by `theme.js` before the first paint. */
const THEME = 'kubemin.theme';

/** The theme of the user; with `system` it follows that of the machine while it changes. */
export function useTheme() {
  const [value, change] = useStoredPreference(THEME);
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

export const MOTIONS = ['system', 'reduced'] as const;
export type Motion = (typeof MOTIONS)[number];

const MOTION = 'kubemin.motion';

/** Whether things move less than the system asks for. Styles read it as `data-motion` of the document. */
export function useMotion() {
  const [value, change] = useStoredPreference(MOTION);
  const motion: Motion = value === 'reduced' ? 'reduced' : 'system';
  useEffect(() => {
    document.documentElement.dataset.motion = motion;
  }, [motion]);
  return { motion, setMotion: (chosen: Motion): void => change(chosen) };
}

const SINGLE_KEYS = 'kubemin.single-keys';

/** Whether a key alone, such as `/`, is a shortcut. Speech input and tremor can press keys unintentionally. */
export function useSingleKeys(): readonly [boolean, (isOn: boolean) => void] {
  const [value, change] = useStoredPreference(SINGLE_KEYS);
  return [value !== 'off', (isOn) => change(isOn ? 'on' : 'off')];
}

const DIFF_LAYOUT = 'kubemin.diff-layout';

/** Whether differences are shown below each other or side by side. */
export function useDiffLayout(): readonly ['unified' | 'split', (layout: 'unified' | 'split') => void] {
  const [value, change] = useStoredPreference(DIFF_LAYOUT);
  return [value === 'split' ? 'split' : 'unified', change];
}

const TOUR = 'kubemin.tour';

/** Whether the tour of the console was finished or skipped, in this browser. */
export function useTourDone(): readonly [boolean, (isDone: boolean) => void] {
  const [value, change] = useStoredPreference(TOUR);
  return [value === 'done', (isDone) => change(isDone ? 'done' : 'open')];
}

const PROJECT = 'kubemin.project';
const NAMESPACE = 'kubemin.namespace';

/** Which applications lists show: those of one project, of one namespace, or all. */
export interface Scope {
  readonly project: string | undefined;
  readonly namespace: string | undefined;
}

/** Whether an application is in the scope. */
export function isInScope(scope: Scope, app: { readonly project: string; readonly namespace: string }): boolean {
  const { project = app.project, namespace = app.namespace } = scope;
  return project === app.project && namespace === app.namespace;
}

/** The scope that the user chose in the top bar. Applications without a project have the project ``. */
export function useScope(): readonly [Scope, (change: Partial<Scope>) => void] {
  const [project, setProject] = useStoredPreference(PROJECT);
  const [namespace, setNamespace] = useStoredPreference(NAMESPACE);
  const change = (next: Partial<Scope>): void => {
    if ('project' in next) setProject(next.project);
    if ('namespace' in next) setNamespace(next.namespace);
  };
  return [{ project: project ?? undefined, namespace: namespace ?? undefined }, change];
}

const COLLAPSED_LANES = 'kubemin.collapsed-lanes';

/** Which steps of an application the canvas shows by their names alone. */
export function useCollapsedLanes(app: string) {
  const [value, change] = useStoredPreference(`${COLLAPSED_LANES}|${app}`);
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
