import { settingFixMessages, settingProblemMessages } from '../../messages/index.ts';
import { chooseDatabase } from '../database-choice.ts';
import { queueSettings } from '../rows/queue.ts';
import { retiredSettings } from '../rows/retired.ts';
import { serverSettings } from '../rows/server.ts';
import { problemWith, type SettingRule } from './setting-rule.ts';

/** Long enough not to be guessed, and fit for a header. */
const ADMIN_TOKEN = /^[!-~]{20,}$/;

/** About the process, its database, and what means nothing any more. */
export const serverRules: readonly SettingRule[] = [
  (values) => {
    const database = chooseDatabase(values);
    return database.kind === 'wrong' ? [database.problem] : [];
  },
  (values) => {
    const port = values.get(serverSettings.port);
    const same = port === undefined || port === values.get(serverSettings.bindAddr).port;
    if (same || !values.isSet(serverSettings.bindAddr)) return [];
    return [
      problemWith(values, serverSettings.bindAddr, {
        severity: 'warning',
        code: 'SETTING_TWICE',
        message: settingProblemMessages.portTwice({ port }),
        fix: settingFixMessages.onePort,
      }),
    ];
  },
  (values) => {
    const token = values.get(serverSettings.adminToken);
    if (token === undefined || ADMIN_TOKEN.test(token)) return [];
    return [
      problemWith(values, serverSettings.adminToken, {
        severity: 'error',
        code: 'SETTING_INVALID',
        message: settingProblemMessages.weakToken,
        fix: settingFixMessages.makeToken,
      }),
    ];
  },
  (values) => {
    if (values.get(queueSettings.type) !== 'noop' || chooseDatabase(values).kind !== 'server') return [];
    return [
      problemWith(values, queueSettings.type, {
        severity: 'warning',
        code: 'SETTING_UNWISE',
        message: settingProblemMessages.sharedDatabaseNoop,
        fix: settingFixMessages.shareQueue,
      }),
    ];
  },
  (values) =>
    retiredSettings.flatMap((setting) =>
      setting.retired === undefined || !values.isSet(setting)
        ? []
        : problemWith(values, setting, {
            severity: 'warning',
            code: 'SETTING_WITHOUT_EFFECT',
            message: settingProblemMessages.retired({ why: setting.retired }),
            fix: settingFixMessages.removeRetired,
          }),
    ),
];
