import { manyArguments } from '../command/arguments.ts';

/** Which resources are meant. */
export const resourcesArgument = manyArguments('resource', {
  en: 'plural, singular, kind or short name (default: all)',
  zh: '复数、单数、类型或简称（默认：全部）',
});
