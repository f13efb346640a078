import { createTranslator } from '@kubemin/base/message';
import * as z from 'zod';
import type { FieldWording, FormField, Text, Widget, Wording } from '../form/index.ts';
import { type ProblemText, toMessage } from '../problem/index.ts';
import { isRequired, schemaDefault, unwrapSchema } from './schema-walk.ts';

type Item = NonNullable<FormField['item']>;

/** Turns schemas into form fields, with the words the schema's hints or the catalogue have for them. */
export class FormBuilder {
  readonly #wording: Wording;

  constructor(wording: Wording) {
    this.#wording = wording;
  }

  /** The fields of an object; `places` are where its fields' words are looked up, first one first. */
  fields(shape: z.core.$ZodShape, places: readonly string[]): readonly FormField[] {
    return Object.entries(shape).map(([name, schema], order) => {
      const inner = places.map((place) => `${place}.${name}`);
      return { ...this.field(name, schema, inner), order };
    });
  }

  field(name: string, schema: z.core.$ZodType, places: readonly string[]): FormField {
    const { hints } = unwrapSchema(schema);
    const words = this.words(places);
    const fallback: Text = { en: name, zh: name };
    return {
      name,
      label: hints.label ?? words?.label ?? fallback,
      help: hints.help ?? words?.help ?? fixText(hints.fix),
      group: hints.group ?? words?.group ?? 'basic',
      order: 0,
      ...this.#item(schema, places, words),
      ...(words?.example === undefined ? {} : { example: words.example }),
    };
  }

  words(places: readonly string[]): FieldWording | undefined {
    const place = places.find((each) => Object.hasOwn(this.#wording, each));
    return place === undefined ? undefined : this.#wording[place];
  }

  #item(schema: z.core.$ZodType, places: readonly string[], words?: FieldWording): Item {
    const target = unwrapSchema(schema);
    const fallback = schemaDefault(schema);
    const common = {
      required: isRequired(schema),
      ...(fallback === undefined ? {} : { default: fallback }),
      ...numberBounds(target.schema),
    };
    const shown = (widget: Widget, more: Partial<Item> = {}): Item => ({
      ...common,
      ...more,
      widget: target.hints.widget ?? widget,
    });
    const { schema: type } = target;
    if (type instanceof z.ZodBoolean) return shown('switch');
    if (type instanceof z.ZodNumber) return shown('number');
    if (type instanceof z.ZodString) return shown('text');
    if (type instanceof z.ZodEnum || type instanceof z.ZodLiteral) {
      const values = type instanceof z.ZodEnum ? type.options : [...type.values];
      return shown('select', { options: values.map((value) => toOption(String(value), words)) });
    }
    if (type instanceof z.ZodRecord) return shown('keyValue', { item: this.#item(type.def.valueType, places) });
    if (type instanceof z.ZodArray) return this.#list(type.def.element, places, shown);
    if (type instanceof z.ZodObject) {
      if (target.hints.widget === 'traits') return shown('traits');
      const { exactlyOne } = target.hints;
      return shown('group', { fields: this.fields(type.def.shape, places), ...(exactlyOne && { exactlyOne }) });
    }
    return shown('json');
  }

  #list(
    element: z.core.$ZodType,
    places: readonly string[],
    shown: (widget: Widget, more: Partial<Item>) => Item,
  ): Item {
    const item = this.#item(element, places, this.words(places));
    return shown(item.widget === 'text' || item.widget === 'select' ? 'tags' : 'list', { item });
  }
}

function numberBounds(schema: z.core.$ZodType): { readonly minimum?: number; readonly maximum?: number } {
  if (!(schema instanceof z.ZodNumber)) return {};
  const { minValue, maxValue } = schema;
  const isReal = (value: number | null): value is number =>
    value !== null && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return { ...(isReal(minValue) && { minimum: minValue }), ...(isReal(maxValue) && { maximum: maxValue }) };
}

function toOption(value: string, words: FieldWording | undefined) {
  const label = words?.options !== undefined && Object.hasOwn(words.options, value) ? words.options[value] : undefined;
  return { value, label: label ?? { en: value, zh: value } };
}

const toChinese = createTranslator('zh');

/** How to correct a field also explains it, where nothing else does. */
function fixText(fix: ProblemText = ''): Text {
  const message = toMessage(fix);
  return { en: message.message, zh: toChinese(message) };
}
