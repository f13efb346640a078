/**
 * What the user prefers of the console, in the browser's storage: the theme, motion, whether single keys are shortcuts, which
 * project and namespace lists show, whether the tour is over, which lanes of a canvas are collapsed, how differences are shown, and views of lists. All
 * places that show a preference change together, in other tabs as well. The language is in the module `language`.
 */
export {
  isInScope,
  MOTIONS,
  type Motion,
  type Scope,
  THEMES,
  type Theme,
  useCollapsedLanes,
  useDiffLayout,
  useMotion,
  useScope,
  useSingleKeys,
  useTheme,
  useTourDone,
} from './preferences.ts';
export { useStoredPreference } from './stored-preference.ts';
