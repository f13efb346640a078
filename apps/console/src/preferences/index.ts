/**
 * What the user prefers of the console, in the browser's storage: the theme, and whether single keys are shortcuts. All places
 * that show a preference change together, in other tabs as well. The language is in the module `language`.
 */
export { useSingleKeys } from './single-keys.ts';
export { THEMES, type Theme, useTheme } from './theme.ts';
