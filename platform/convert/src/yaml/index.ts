/** Writes YAML for readers of every version; apart from the converters, so that pages can load it alone. */
import { Document, Scalar, visit } from 'yaml';

const PLAIN = /^[A-Za-z/][\w./@-]*(:[\w./@-]+)*$/;
const RESERVED = /^(y|n|yes|no|on|off|true|false|null|e[\d_.]*)$/i;
const BLOCK = /^(?:[\t\n]|[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufeff])*\n$/u;

/**
 * Writes YAML that means the same to readers of version 1.1, which kubectl and Helm are, and of 1.2: every text that
 * could be taken for a number, a boolean or a date in either is quoted.
 */
export function kubeYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'string') node.type = scalarStyle(node.value);
    },
  });
  return document.toString({ lineWidth: 0, singleQuote: false });
}

function scalarStyle(text: string): Scalar.Type {
  if (PLAIN.test(text) && !RESERVED.test(text)) return Scalar.PLAIN;
  return BLOCK.test(text) && text.includes('\n') && !/^[\s]|[ \t]\n/.test(text)
    ? Scalar.BLOCK_LITERAL
    : Scalar.QUOTE_DOUBLE;
}
