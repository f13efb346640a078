import { describeSyntaxError } from '@kubemin/model';
import { type Document, parseAllDocuments, type Tags } from 'yaml';
import { convertMessages } from '../../messages/index.ts';
import { ConversionRecord } from './conversion-record.ts';
import { ImportError } from './import-error.ts';
import { Part } from './part.ts';

/** A text being converted: all of it as parts, and the accounts of what becomes of them. */
export interface Source {
  /** One part per document of the text, without those that are empty. */
  readonly documents: readonly Part[];
  /** All documents; where the text has only one, that one. */
  readonly root: Part;
  readonly record: ConversionRecord;
}

const MOST_CHARACTERS = 4 * 1024 * 1024;
const MOST_ALIASES = 100;

/** Reads YAML or JSON of one or several documents. Throws ImportError for what is neither. */
export function readSource(text: string): Source {
  if (text.length > MOST_CHARACTERS) {
    throw new ImportError(convertMessages.tooManyCharacters({ length: text.length, most: MOST_CHARACTERS }), {
      code: 'IMPORT_TOO_LARGE',
    });
  }
  const values = parse(text, 'typed');
  const texts = parse(text, 'written');
  const record = new ConversionRecord();
  const found = values.map((value, index) => ({ value, text: texts[index] })).filter(({ value }) => value !== null);
  const [only] = found;
  if (found.length === 1 && only !== undefined) {
    const root = Part.of(only.value, only.text, { path: [], record });
    return { documents: [root], root, record };
  }
  const root = Part.of(
    found.map(({ value }) => value),
    found.map((document) => document.text),
    { path: [], record },
  );
  return { documents: root.items, root, record };
}

/** `written` keeps numbers and words like `yes` as the text they are: a version 1.10 is not 1.1. */
function parse(text: string, scalars: 'typed' | 'written'): readonly unknown[] {
  try {
    const documents: readonly Document.Parsed[] = parseAllDocuments(text, {
      merge: true,
      prettyErrors: false,
      logLevel: 'error',
      ...(scalars === 'written' ? { customTags: withoutNumbers } : {}),
    });
    const fault = documents.flatMap((document) => document.errors)[0];
    if (fault !== undefined) {
      const { message, fix, position, excerpt } = describeSyntaxError(text, fault);
      throw new ImportError(convertMessages.syntaxError({ ...position, message, fix, excerpt }), {
        code: 'IMPORT_UNREADABLE',
        cause: fault,
      });
    }
    return documents.map((document): unknown => document.toJS({ maxAliasCount: MOST_ALIASES }));
  } catch (thrown) {
    if (thrown instanceof ImportError) throw thrown;
    if (thrown instanceof ReferenceError) {
      const message = convertMessages.aliasesTooLarge;
      throw new ImportError(message, { code: 'IMPORT_ALIAS_BOMB', cause: thrown });
    }
    throw new ImportError(convertMessages.unreadable, {
      code: 'IMPORT_UNREADABLE',
      cause: thrown,
    });
  }
}

function withoutNumbers(tags: Tags): Tags {
  return tags.filter((tag) => typeof tag === 'string' || !/:(int|float|bool)$/.test(tag.tag));
}
