import { MAX_JSON_DEPTH } from '@kubemin/kubeapi';
import { CST, Lexer } from 'yaml';

/** Each token costs the parser some microseconds and hundreds of bytes; the largest real objects have a third of this. */
const MAX_TOKENS = 150_000;
/** Looking up an alias searches the document. */
const MAX_ALIASES = 100;

/** Refuses, before anything is built, a document that would cost far more to read than its size suggests. */
export function checkYamlLimits(text: string): void {
  let tokens = 0;
  let aliases = 0;
  let depth = 0;
  let scalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    tokens += 1;
    const type: CST.TokenType | null = scalar ? null : CST.tokenType(lexeme);
    // The text of a scalar comes after its mark, and may look like anything.
    scalar = type === 'scalar';
    if (type === 'alias') aliases += 1;
    else if (type === 'flow-map-start' || type === 'flow-seq-start') depth += 1;
    else if (type === 'flow-map-end' || type === 'flow-seq-end') depth -= 1;
    if (tokens > MAX_TOKENS) throw new Error(`the document has more than ${MAX_TOKENS} tokens: send it as JSON`);
    if (aliases > MAX_ALIASES) throw new Error(`the document has more than ${MAX_ALIASES} aliases`);
    if (depth > MAX_JSON_DEPTH) throw new Error(`exceeded max depth of ${MAX_JSON_DEPTH}`);
  }
}
