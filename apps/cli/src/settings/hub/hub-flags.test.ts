import { appRows } from '@kubemin/controller/app';
import { expect, test } from 'vitest';
import { hubSettingFlags, hubSettings, hubVariables } from './hub-flags.ts';

test('the hub has a flag for every setting of an app, and none that is no setting', () => {
  const rows = Object.values(appRows).filter((row) => !('only' in row && row.only === 'file'));
  const flags = rows.flatMap((row) => [row.flag, ...('otherFlags' in row ? (row.otherFlags ?? []) : [])]);
  expect([...hubSettingFlags()].sort()).toEqual(flags.sort());
});

test('what was typed becomes settings by the names of the flags', () => {
  const flags = { config: 'hub.yaml', printConfig: 'true', leaderElectionLeaseDuration: '3s', v: '4' };
  expect(Object.fromEntries(hubSettings(flags))).toEqual({ 'leader-election-lease-duration': '3s', v: '4' });
});

test('the variables of the hub are known, so that the platform does not warn about them', () => {
  expect(hubVariables()).toContain('KUBEMIN_ENABLED_CONTROLLERS');
});
