/**
 * The component kit: controls, states, tables, overlays and the empty, loading and error states of panels. It knows nothing of
 * the platform's API beyond its states and errors. Sizes and colours come from the design tokens alone; a control without a
 * visible text has an accessible name; a disabled control states its reason.
 */
export { Banner, type BannerProps } from './banner.tsx';
export { Button, type ButtonProps, IconButton, type IconButtonProps } from './button.tsx';
export { cliCommand } from './cli-command.ts';
export { CliLine } from './cli-line.tsx';
export { Code, CopyButton } from './code.tsx';
export { CommandMenu } from './command-menu.tsx';
export { Confirm, type ConfirmProps, Dialog, type DialogProps, FormDialog } from './dialog.tsx';
export { FieldChanges, LineDiff } from './diff.tsx';
export {
  EmptyState,
  ErrorPanel,
  NotFoundPanel,
  PanelBoundary,
  RefetchError,
  Skeleton,
  useErrorText,
} from './feedback.tsx';
export { Figure, Figures, Meter } from './figure.tsx';
export { Checkbox, Field, Input, Search, Segments, Select, Stepper, Switch, Textarea } from './form.tsx';
export { HealthGlyph, StateIcon } from './glyph.tsx';
export { useHotkeys } from './hotkeys.ts';
export { Info } from './info.tsx';
export { type BoardLane, LaneBoard, LaneCard } from './lane-board.tsx';
export { type LazyComponent, lazyComponent } from './lazy-component.tsx';
export { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from './menu.tsx';
export { useNarrow } from './narrow.ts';
export { Count, Page, PageBoundary, PageHead, Panel, TabbedPage, type TabLink, Tabs, Tile } from './page.tsx';
export { runKinds, runSources, workerName } from './run-labels.ts';
export { saveFile } from './save-file.ts';
export { ChangeTag, Health, StateChip, Tag } from './state.tsx';
export { type Column, Table } from './table.tsx';
export { useShownTheme } from './theme.ts';
export { Duration, Moment, useNow } from './time.tsx';
export { ToastProvider, useToast } from './toast.tsx';
export { Tooltip, TooltipProvider } from './tooltip.tsx';
export { TypeIcon } from './type-icon.tsx';
