import { argument } from './arguments.ts';

/** The template a command is about. */
export const templateArgument = argument('template', { en: 'name or id of the template', zh: '模板的名称或 id' });
