import { expect, test } from 'vitest';
import { createModel } from '../document/model.ts';
import type { FormField } from '../form/form-field.ts';
import type { Text } from '../form/wording/wording.ts';
import { builtinRegistry } from '../types/builtin.ts';
import { extendRegistry } from '../types/registry.ts';
import { builtinStepDeclarations } from './builtin.ts';
import { stepTypeDeclarations } from './declared-step-type.ts';

const declarations = stepTypeDeclarations(builtinStepDeclarations);
const { jobTypes, step } = createModel(extendRegistry(builtinRegistry, declarations)).form();
const CHINESE = /[\u4e00-\u9fff]/;

type Part = Pick<FormField, 'fields' | 'item' | 'options'> & Partial<Pick<FormField, 'label' | 'help'>>;
type Place = readonly [place: string, part: Part];

function below(place: string, part: Part): readonly Place[] {
  const inner = (part.fields ?? []).flatMap((each) => below(`${place}.${each.name}`, each));
  return [[place, part], ...inner, ...(part.item === undefined ? [] : below(place, part.item))];
}

const places = builtinStepDeclarations.flatMap(({ name }) => below(`job.${name}`, jobTypes[name]?.field ?? {}));
const isSpoken = ({ en, zh }: Text) => en !== '' && (CHINESE.test(zh) || /^[A-Z]+$/.test(zh));

test('every step type and each of its properties has a name and a sentence in both languages', () => {
  const silent = places.filter(
    ([, { label, help }]) =>
      label !== undefined && !(isSpoken(label) && /\.$/.test(help?.en ?? '') && CHINESE.test(help?.zh ?? '')),
  );
  expect(silent.map(([place]) => place)).toEqual([]);
});

test('every choice has words, the choice of a type among them', () => {
  const types = step.find(({ name }) => name === 'jobType');
  expect(types?.options?.map(({ value }) => value)).toEqual([
    'deploy',
    ...builtinStepDeclarations.map(({ name }) => name),
  ]);
  const silent = [...places, ...below('step.jobType', types ?? {})].flatMap(([place, { options = [] }]) =>
    options
      .filter(({ value, label }) => !/^[A-Z]/.test(value) && !isSpoken(label))
      .map(({ value }) => `${place}=${value}`),
  );
  expect(silent).toEqual([]);
});

test('no words are left over from properties that are gone', () => {
  const known = new Set(places.map(([place]) => place));
  expect(Object.keys(declarations.wording).filter((place) => !known.has(place))).toEqual([]);
});
