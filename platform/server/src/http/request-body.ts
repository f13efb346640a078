import type { BodyEncoding } from '@kubemin/client';
import { parseJsonText } from './json-text.ts';
import { Refusal } from './refusal.ts';

/** A body as it arrived, and what its sender said it is. */
export interface RawBody {
  readonly text: string;
  readonly contentType: string;
}

/** Turns the raw body into what the route's schema reads. JSON bodies are read as JSON whatever their content type says. */
export const bodyDecoders: Readonly<Record<BodyEncoding, (raw: RawBody) => unknown>> = {
  none: () => undefined,
  json: ({ text }) => parseJsonText(text),
  document: ({ text, contentType }) => {
    if (text.trim() === '')
      throw new Refusal('BODY_UNREADABLE', 'the body is empty; send the application document as JSON or YAML');
    return { text, format: /yaml/i.test(contentType) ? 'yaml' : 'json' };
  },
};
