/** The attributes of HTML that hold one URL, by the tags that have them. */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  applet: ['codebase'],
  area: ['href'],
  audio: ['src'],
  base: ['href'],
  blockquote: ['cite'],
  body: ['background'],
  button: ['formaction'],
  command: ['icon'],
  del: ['cite'],
  embed: ['src'],
  form: ['action'],
  frame: ['longdesc', 'src'],
  head: ['profile'],
  html: ['manifest'],
  iframe: ['longdesc', 'src'],
  img: ['longdesc', 'src', 'usemap'],
  input: ['src', 'usemap', 'formaction'],
  ins: ['cite'],
  link: ['href'],
  object: ['classid', 'codebase', 'data', 'usemap'],
  q: ['cite'],
  script: ['src'],
  source: ['src'],
  track: ['src'],
  video: ['poster', 'src'],
};

const TAG = /<([a-z][a-z0-9]*)\b[^>]*>/gi;
const ATTRIBUTE = /([\s"'])([a-z]+)(\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi;
/** More than this is no tag: it is passed on as it is. */
const LONGEST_TAG = 64 * 1024;

/** HTML with its links rewritten, in the pieces in which it comes. Bytes that are no text of tags stay what they are. */
export async function* rewriteLinks(
  html: AsyncIterable<Uint8Array>,
  rewrite: (link: string) => string,
): AsyncGenerator<Uint8Array> {
  let rest = '';
  for await (const chunk of html) {
    // Each byte is one character here, and becomes the same byte again.
    rest += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    const open = rest.lastIndexOf('<');
    const isOpen = open > rest.lastIndexOf('>') && rest.length - open < LONGEST_TAG;
    const end = isOpen ? open : rest.length;
    if (end > 0) yield Buffer.from(rewriteTags(rest.slice(0, end), rewrite), 'latin1');
    rest = rest.slice(end);
  }
  if (rest !== '') yield Buffer.from(rest, 'latin1');
}

function rewriteTags(html: string, rewrite: (link: string) => string): string {
  return html.replace(TAG, (tag, name: string) => {
    const links = LINKS[name.toLowerCase()];
    if (links === undefined) return tag;
    return tag.replace(
      ATTRIBUTE,
      (found, before: string, attribute: string, equals: string, double?: string, single?: string) => {
        if (!links.includes(attribute.toLowerCase())) return found;
        const quote = double === undefined ? "'" : '"';
        return `${before}${attribute}${equals}${quote}${rewrite(double ?? single ?? '')}${quote}`;
      },
    );
  });
}
