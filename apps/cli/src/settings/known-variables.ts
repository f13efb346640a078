import { closestName } from '@kubemin/model';
import { settingFixMessages, settingProblemMessages } from '../messages/index.ts';
import type { Environment } from '../terminal/index.ts';
import { hubVariables } from './hub/hub-setting-options.ts';
import { type Setting, settingVariable } from './setting.ts';
import type { SettingProblem } from './setting-problem.ts';

/** Variables of ours that are no settings of the platform. */
const OTHERS = [
  'KUBEMIN_CONFIG',
  'KUBEMIN_HOME',
  'KUBEMIN_URL',
  'KUBEMIN_TOKEN',
  'KUBEMIN_DEBUG',
  'KUBEMIN_LANG',
  'KUBEMIN_CONTEXT',
  'KUBEMIN_COMMAND',
  'KUBEMIN_STARTED_AS',
];
/** Variables of the tests of this repository. */
const OF_TESTS = /^KUBEMIN_TEST_/;
/**
 * Kubernetes sets variables for the Services of its namespace in every pod; for one called "kubemin" (or "kubemin-api") it makes up
 * these, and KUBEMIN_PORT=tcp://… among them.
 */
const OF_KUBERNETES = /^KUBEMIN(_\w+)?_(SERVICE_(HOST|PORT(_\w+)?)|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$/;
const ADDRESS_OF_SERVICE = /^(tcp|udp|sctp):\/\//;

/** The variable of a setting; undefined if none is set, or it is empty, or it comes from a Service. */
export function findSettingVariable(
  env: Environment,
  setting: Setting<unknown>,
): { readonly variable: string; readonly text: string } | undefined {
  for (const variable of [settingVariable(setting), ...(setting.otherVariables ?? [])]) {
    const text = env[variable];
    if (text !== undefined && text !== '' && !ADDRESS_OF_SERVICE.test(text)) return { variable, text };
  }
  return undefined;
}

/** Warns of variables that look like ours and are not. */
export function unknownVariables(env: Environment, settings: readonly Setting<unknown>[]): readonly SettingProblem[] {
  const known = [...settings.map(settingVariable), ...OTHERS, ...hubVariables()];
  return Object.keys(env)
    .filter((name) => name.startsWith('KUBEMIN_') && !known.includes(name))
    .filter((name) => !OF_TESTS.test(name) && !OF_KUBERNETES.test(name))
    .map((variable) => {
      const meant = closestName(variable, known);
      return {
        severity: 'warning',
        code: 'SETTING_UNKNOWN',
        source: { kind: 'variable', variable },
        message: settingProblemMessages.unknownVariable,
        fix: meant === undefined ? settingFixMessages.remove : settingFixMessages.didYouMean({ name: meant }),
      };
    });
}
