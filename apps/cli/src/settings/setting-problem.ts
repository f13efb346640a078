import type { Message } from '@kubemin/base/message';
import type { SettingSource } from './setting-source.ts';

/** What can be wrong with a configuration. The first six keep a command from starting, the others are warnings. */
export type SettingProblemCode =
  | 'CONFIG_UNREADABLE'
  | 'CONFIG_SYNTAX'
  | 'SETTING_INVALID'
  | 'SETTING_MISSING'
  | 'SETTINGS_CONFLICT'
  | 'DATASTORE_URL_INVALID'
  | 'SETTING_UNKNOWN'
  | 'SETTING_TWICE'
  | 'SETTING_WITHOUT_EFFECT'
  | 'SETTING_UNWISE';

/** One thing that is wrong with a configuration, or worth knowing about it. */
export interface SettingProblem {
  readonly severity: 'error' | 'warning';
  readonly code: SettingProblemCode;
  readonly source: SettingSource;
  /** The flag of the setting, if the source does not name it. */
  readonly setting?: string;
  readonly message: Message;
  /** What to do. */
  readonly fix: Message;
}
