/**
 * What the user prefers of the console, in the browser's storage: the theme, motion, whether single keys are shortcuts, which
 * project and namespace lists show, whether the tour is over, which lanes of a canvas are collapsed, and how differences are shown, and views of lists. All
 * places that show a preference change together, in other tabs as well. The language is in the module `language`.
 */
export { useCollapsedLanes } from './collapsed-lanes.ts';
export { useDiffLayout } from './diff-layout.ts';
export { MOTIONS, type Motion, useMotion } from './motion.ts';
export { isInScope, type Scope, useScope } from './scope.ts';
export { useSingleKeys } from './single-keys.ts';
export { useStoredPreference } from './stored-preference.ts';
export { THEMES, type Theme, useTheme } from './theme.ts';
export { useTourDone } from './tour.ts';
