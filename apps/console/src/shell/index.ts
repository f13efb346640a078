/**
 * The frame around all pages: navigation, breadcrumb, command palette, activity, connection, language, theme and account, and the
 * dock, which keeps logs and terminals open while pages change.
 */
export { Dock, DockProvider, type DockTab, useDock } from './dock.tsx';
export { Shell } from './shell.tsx';
