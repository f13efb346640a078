import { field } from '@kubemin/model';
import * as z from 'zod';

/** An http or https address; credentials belong into headers, where they are not shown in messages. */
export function webAddress() {
  const isWebAddress = (text: string): boolean => {
    const url = URL.parse(text);
    return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  };
  return field(z.string().trim().refine(isWebAddress, { error: 'This is not an http or https address.' }), {
    aliases: ['endpoint', 'address'],
    fix: 'Give a full address that starts with http:// or https://, without a user name or password.',
  });
}
