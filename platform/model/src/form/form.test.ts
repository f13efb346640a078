import { expect, test } from 'vitest';
import * as z from 'zod';
import { createModel } from '../document/model.ts';
import { field } from '../field/field.ts';
import { builtinRegistry } from '../types/builtin.ts';
import { extendRegistry } from '../types/registry.ts';
import { defineTrait } from '../types/trait.ts';
import { word } from './wording/wording.ts';

const colour = defineTrait({
  summary: 'Paints the component.',
  schema: z.object({
    shade: field(z.enum(['light', 'dark']).default('light'), {
      label: { en: 'Shade', zh: '明暗' },
      help: { en: 'How bright it is.', zh: '明亮程度。' },
      group: 'advanced',
    }),
    layers: z.array(z.object({ name: z.string(), opacity: z.number().min(0).max(1).optional() })),
    note: field(z.string().optional(), { widget: 'textarea' }),
  }),
});
const wording = {
  'trait.colour': word(['Colour', '颜色'], ['Paints.', '为组件着色。']),
  'colour.layers': word(['Layers', '图层'], ['What is painted.', '绘制的内容。'], { group: 'storage' }),
  'colour.layers.name': word(['Name', '名称'], ['Its name.', '图层名称。'], { example: 'sky' }),
};
const form = createModel(extendRegistry(builtinRegistry, { traits: { colour }, wording })).form();

test('a registered trait gets a form from its schema, its hints and its words', () => {
  expect(form.traits.colour).toMatchObject({
    label: { en: 'Colour', zh: '颜色' },
    summary: { en: 'Paints the component.', zh: '为组件着色。' },
  });
  expect(form.traits.colour?.field.fields).toMatchObject([
    {
      name: 'shade',
      label: { en: 'Shade', zh: '明暗' },
      group: 'advanced',
      order: 0,
      widget: 'select',
      required: false,
      default: 'light',
      options: [{ value: 'light' }, { value: 'dark' }],
    },
    {
      name: 'layers',
      group: 'storage',
      order: 1,
      widget: 'list',
      required: true,
      item: {
        widget: 'group',
        fields: [
          { name: 'name', widget: 'text', required: true, example: 'sky', help: { zh: '图层名称。' } },
          { name: 'opacity', widget: 'number', required: false, minimum: 0, maximum: 1, label: { en: 'opacity' } },
        ],
      },
    },
    { name: 'note', widget: 'textarea', required: false },
  ]);
});

test('built-in fields define how they are shown, grouped and filled in', () => {
  const byName = new Map(form.component.map((each) => [each.name, each]));
  expect(byName.get('type')).toMatchObject({ widget: 'select', required: true });
  expect(byName.get('type')?.options).toContainEqual({ value: 'store', label: { en: 'Store', zh: '有状态服务' } });
  expect(byName.get('replicas')).toMatchObject({ widget: 'number', default: 1, minimum: 0, maximum: 10_000 });
  const properties = form.componentTypes.webservice?.field.fields ?? [];
  expect(properties.find(({ name }) => name === 'env')).toMatchObject({ widget: 'keyValue', group: 'runtime' });
  const formTraits = (type: string) =>
    Object.keys(form.traits).filter((trait) => form.traits[trait]?.componentTypes.includes(type));
  expect(formTraits('secret')).toEqual(['share']);
  expect(formTraits('webservice')).toEqual(
    expect.arrayContaining(['probes', 'service', 'autoscaling', 'ingress', 'colour']),
  );
  expect(formTraits('webservice')).not.toContain('schedule');
  expect(formTraits('job')).toEqual(expect.arrayContaining(['schedule', 'restart']));
  expect(formTraits('job')).not.toContain('autoscaling');
  const secret = form.componentTypes.secret?.field.fields?.find(({ name }) => name === 'secret');
  expect(secret).toMatchObject({ widget: 'keyValue', item: { widget: 'password' } });
  expect(form.traits.probes?.field.item).toMatchObject({ exactlyOne: ['exec', 'httpGet', 'tcpSocket'] });
  expect(form.traits.sidecar?.field.item?.fields?.find(({ name }) => name === 'traits')?.widget).toBe('traits');
  expect(form.traits.envs?.nestedIn).toEqual(['init', 'sidecar']);
  expect(form.traits.sidecar?.nestedIn).toEqual([]);
  expect(form.traits.autoscaling?.nestedIn).toEqual([]);
});
