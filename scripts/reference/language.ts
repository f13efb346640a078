/** The languages references are written in. */
export type Language = 'en' | 'zh';

/** The fixed texts of a reference. */
export interface Phrases {
  readonly field: string;
  readonly type: string;
  readonly defaultValue: string;
  readonly meaning: string;
  readonly required: string;
  readonly noFields: string;
  readonly generated: string;
  example(value: string): string;
}

/** The table headings and notes in each language. */
export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    field: 'Field',
    type: 'Type',
    defaultValue: 'Default',
    meaning: 'Meaning',
    required: 'required',
    noFields: 'It takes no fields.',
    generated: 'Made from the schema by `npm run generate`; changes belong there.',
    example: (value) => ` For example ${value}.`,
  },
  zh: {
    field: '字段',
    type: '类型',
    defaultValue: '默认值',
    meaning: '说明',
    required: '必填',
    noFields: '没有字段。',
    generated: '由 `npm run generate` 根据模式生成，请在模式中修改。',
    example: (value) => `例如 ${value}。`,
  },
};
