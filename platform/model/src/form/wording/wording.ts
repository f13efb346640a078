import type { MessageEntry } from '@kubemin/base/message';
import type { FieldGroup } from '../form-field.ts';

/** A text in every language, declared where it is used. */
export type Text = MessageEntry;

/** How a field is presented to people. */
export interface FieldWording {
  readonly label: Text;
  /** One sentence. */
  readonly help: Text;
  /** What the values of an enum are called. */
  readonly options?: Readonly<Record<string, Text>>;
  /** @default 'basic' */
  readonly group?: FieldGroup;
  /** A value to show people who have none yet. */
  readonly example?: unknown;
}

/**
 * Presentations by place: `application.name`, `component.image`, `properties.env` (of whichever component type),
 * `step.timeout`, `<trait>.<field>.<field>`; `type.<name>`, `trait.<name>` and `job.<name>` for the entries themselves.
 */
export type Wording = Readonly<Record<string, FieldWording>>;

/** Writes an entry in one line: label, help, and the rest. */
export function word(
  label: readonly [en: string, zh: string],
  help: readonly [en: string, zh: string],
  more: Omit<FieldWording, 'label' | 'help' | 'options'> & {
    readonly options?: Readonly<Record<string, readonly [string, string]>>;
  } = {},
): FieldWording {
  const { options, ...rest } = more;
  const texts = options && Object.entries(options).map(([value, pair]) => [value, toText(pair)] as const);
  return { label: toText(label), help: toText(help), ...(texts && { options: Object.fromEntries(texts) }), ...rest };
}

function toText([en, zh]: readonly [string, string]): Text {
  return { en, zh };
}

/** The same words for fields that stand in another place. */
export function under(place: string, words: Wording): Wording {
  return Object.fromEntries(Object.entries(words).map(([name, each]) => [`${place}.${name}`, each]));
}
