/**
 * The settings of `kubemin server` and `kubemin up`: one table (`SETTING_GROUPS`), from which flags, variables, keys
 * of the file, help and reference derive. `loadSettings` reads them: a flag before a variable, before the file, before
 * the default; all problems are reported at once. Values are read with `SettingValues.get`. `engineSettingsFrom` and
 * its siblings map them to options of the packages below, which read no environment. `hub/` does the same for `kubemin
 * hub`.
 */
export { chooseDatabase } from './database-choice.ts';
export {
  engineSettingsFrom,
  eventSinksFrom,
  fetcherFrom,
  queueFrom,
  renderSettingsFrom,
  serverSettingsFrom,
} from './engine-options.ts';
export { formatSettingProblems } from './format-problems.ts';
export { loadHubConfig } from './hub/hub-config.ts';
export { hubFailure } from './hub/hub-failure.ts';
export { type HubFlags, hubOptions } from './hub/hub-options.ts';
export { hubRows } from './hub/hub-rows.ts';
export { findSettings, loadSettings, settingsInvalid } from './load-settings.ts';
export { AUTOMATIC_RUNTIMES, NODE_RUNTIME_NAMES, type NodeRuntimeName } from './node-runtime-name.ts';
export { readSettings, type SettingFlags } from './read-settings.ts';
export { accessSettings } from './rows/access.ts';
export { clusterSettings } from './rows/cluster.ts';
export { functionSettings } from './rows/functions.ts';
export { leaderSettings } from './rows/leader.ts';
export { pluginSettings } from './rows/plugins.ts';
export { serverSettings } from './rows/server.ts';
export { type Setting, type SettingsCommand, settingVariable } from './setting.ts';
export { settingFlags } from './setting-flags.ts';
export { describeSource } from './setting-source.ts';
export type { RawValue } from './setting-type.ts';
export { SettingValues } from './setting-values.ts';
export { ALL_SETTINGS, SETTING_GROUPS, type SettingGroup, settingGroupsFor } from './settings-table.ts';
