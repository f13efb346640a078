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
        message: `--port sets another port (${port}) and takes precedence`,
        fix: 'give the port in one of them',
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
        message: 'it has fewer than 20 characters, or some that a header cannot carry',
        fix: 'make one with: openssl rand -hex 32',
      }),
    ];
  },
  (values) => {
    if (values.get(queueSettings.type) !== 'noop' || chooseDatabase(values).kind !== 'server') return [];
    return [
      problemWith(values, queueSettings.type, {
        severity: 'warning',
        code: 'SETTING_UNWISE',
        message: 'several instances may share this database, but noop carries no news between them',
        fix: 'nothing to do with one instance; with several, choose redis or kafka, or live with --workflow-local-poll-interval',
      }),
    ];
  },
  (values) =>
    retiredSettings
      .filter((setting) => values.isSet(setting))
      .map((setting) =>
        problemWith(values, setting, {
          severity: 'warning',
          code: 'SETTING_WITHOUT_EFFECT',
          message: `it has no effect any more: ${setting.retired}`,
          fix: 'remove it when convenient',
        }),
      ),
];
