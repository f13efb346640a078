import { expect, test } from 'vitest';
import { optionForm } from '../../command/index.ts';
import { hubSettingOptions, hubVariables } from './hub-setting-options.ts';

const { options, collect } = hubSettingOptions();

test('every setting of a controller app is an option with help in both languages, and its aliases too', () => {
  const forms = options.map(({ form }) => form);
  expect(forms).toEqual(
    expect.arrayContaining(['--kubeconfig <file>', '--portable [bool]', '--log-level <level>', '-v <level>']),
  );
  expect(forms.map((form) => optionForm(form).long)).not.toContain('resource-filter');
  for (const { form, summary } of options) {
    expect(summary.en, form).toMatch(/^[^\p{Script=Han}]+[^.]$/u);
    expect(summary.zh, form).toMatch(/\p{Script=Han}/u);
  }
  const concurrence = options.find(({ form }) => form.startsWith('--concurrence '));
  expect(concurrence?.summary.en).toMatch(/ \(default: 8\)$/);
});

test('what was typed becomes settings by the names of the flags; the last value counts', () => {
  const typed = new Map([
    ['leader-election-lease-duration', ['3s', '4s']],
    ['v', ['4']],
  ]);
  expect(Object.fromEntries(collect(typed))).toEqual({ 'leader-election-lease-duration': '4s', v: '4' });
});

test('the variables of the hub are known, so that the platform does not warn about them', () => {
  expect(hubVariables()).toContain('KUBEMIN_ENABLED_CONTROLLERS');
});
