import { expect, test } from 'vitest';
import { platformModel } from '../../documents/platform-model.ts';
import { translateForeignTo } from '../language/foreign.ts';
import { createStyle } from '../style.ts';
import { formatProblems } from './problems.ts';

const DOCUMENT = {
  name: 'shop',
  component: [
    { name: 'web', type: 'webservice', imge: 'web:1', replicas: 'two' },
    { name: 'Web', type: 'webservice', image: 'web:1', traits: { storage: [{ type: 'hostPath', mountPath: 'x' }] } },
  ],
  workflow: [{ name: 'one', mode: 'Sequential', components: ['wbe'] }],
};

test('problems are printed in the selected language, each with its fix, and codes stay unchanged', () => {
  const { problems } = platformModel().parse(DOCUMENT);
  const formatted = (language: 'en' | 'zh'): readonly string[] =>
    formatProblems(problems, { style: createStyle(false), translate: translateForeignTo(language) })
      .trimEnd()
      .split('\n');
  const [english, chinese] = [formatted('en'), formatted('zh')];
  expect(chinese).toHaveLength(english.length);
  expect(chinese.length).toBeGreaterThan(8);
  for (const line of chinese) expect(line).toMatch(/(: |警告|错误|修正).*\p{Script=Han}/u);
  for (const line of chinese) expect(line).not.toMatch(/ (is|must|the|a) /);
  const codes = (lines: readonly string[]): readonly (string | undefined)[] =>
    lines.map((line) => /[A-Z]+(?:_[A-Z]+)+/.exec(line)?.[0]);
  expect(codes(chinese)).toEqual(codes(english));
});
