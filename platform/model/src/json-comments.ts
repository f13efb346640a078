/** Replaces the comments of JSON with blanks, so that every other character keeps its line and column. */
export function blankComments(text: string): string {
  let out = '';
  let index = 0;
  while (index < text.length) {
    const end = tokenEnd(text, index);
    const token = text.slice(index, end);
    out += isComment(text, index) ? token.replaceAll(/[^\r\n]/g, ' ') : token;
    index = end;
  }
  return out;
}

// "https://…" without quotes is not JSON, but taking its end away would make the message about it wrong.
function isComment(text: string, index: number): boolean {
  return text[index] === '/' && (text[index + 1] === '*' || (text[index + 1] === '/' && text[index - 1] !== ':'));
}

function tokenEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start);
  if (!isComment(text, start)) return start + 1;
  if (text[start + 1] === '*') {
    const close = text.indexOf('*/', start + 2);
    return close === -1 ? text.length : close + 2;
  }
  const newline = text.indexOf('\n', start);
  return newline === -1 ? text.length : newline;
}

function stringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"' || text[index] === '\n') return index + 1;
  }
  return text.length;
}
