import * as z from 'zod';
import { field } from '../field/index.ts';
import { stepMessages } from '../messages/index.ts';
import { rejection } from '../problem/index.ts';

/** An http or https address; credentials belong into headers, where they are not shown in messages. */
export function webAddress() {
  const isWebAddress = (text: string): boolean => {
    const url = URL.parse(text);
    return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  };
  return field(
    z
      .string()
      .trim()
      .refine(isWebAddress, rejection(stepMessages.notWebAddress, { code: 'INVALID_VALUE' })),
    {
      aliases: ['endpoint', 'address'],
      fix: stepMessages.webAddressFormat,
    },
  );
}
