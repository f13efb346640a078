import { describe, expect, test } from 'vitest';
import { createModel } from '../../document/model.ts';
import { builtinRegistry } from '../../types/builtin.ts';
import type { FormField, FormSection } from '../form-field.ts';
import type { Text } from './wording.ts';

const form = createModel(builtinRegistry).form();
const CHINESE = /[\u4e00-\u9fff]/;

interface Seen {
  readonly place: string;
  readonly field: Pick<FormField, 'fields' | 'item' | 'options'> & Partial<Pick<FormField, 'label' | 'help'>>;
}

/** A field and all below it; list and map entries have no words of their own. */
function below(place: string, field: Seen['field']): readonly Seen[] {
  const inner = (field.fields ?? []).flatMap((each) => below(`${place}.${each.name}`, each));
  return [{ place, field }, ...inner, ...(field.item === undefined ? [] : below(place, field.item))];
}

function sections(place: string, entries: Readonly<Record<string, FormSection>>): readonly Seen[] {
  return Object.entries(entries).flatMap(([name, { field }]) => below(`${place}.${name}`, field));
}

const seen = [
  ...form.application.flatMap((field) => below(`application.${field.name}`, field)),
  ...form.component.flatMap((field) => below(`component.${field.name}`, field)),
  ...form.step.flatMap((field) => below(`step.${field.name}`, field)),
  ...sections('type', form.componentTypes),
  ...sections('trait', form.traits),
  ...sections('job', form.jobTypes),
];

/** A label may be a word all languages share (TLS, CPU); a sentence is never. */
function isSpoken(text: Text): boolean {
  return text.en !== '' && !CHINESE.test(text.en) && (CHINESE.test(text.zh) || /^[A-Z][\w /-]+$/.test(text.zh));
}

describe('words', () => {
  test('every field of the schema has a label in both languages', () => {
    const silent = seen.filter(({ place, field }) => {
      const name = place.slice(place.lastIndexOf('.') + 1);
      return field.label !== undefined && (!isSpoken(field.label) || field.label.en === name);
    });
    expect(silent.map(({ place }) => place)).toEqual([]);
  });

  test('every field of the schema has a sentence of help in both languages', () => {
    const silent = seen.filter(
      ({ field: { help } }) => help !== undefined && !(/[.…]$/.test(help.en) && CHINESE.test(help.zh)),
    );
    expect(silent.map(({ place }) => place)).toEqual([]);
  });

  test("every choice has words of its own, unless its values are Kubernetes' own terms", () => {
    const silent = seen.flatMap(({ place, field }) =>
      (field.options ?? [])
        .filter(({ value, label }) => !/^[A-Z\d]/.test(value) && !isSpoken(label))
        .map(({ value }) => `${place}=${value}`),
    );
    expect(silent).toEqual([]);
  });

  test('no words are left over from fields that are gone', () => {
    const places = new Set(
      seen.flatMap(({ place }) => [place, place.replace(/^type\.[^.]+/, 'properties'), place.replace(/^trait\./, '')]),
    );
    expect(Object.keys(builtinRegistry.wording).filter((place) => !places.has(place))).toEqual([]);
  });
});
