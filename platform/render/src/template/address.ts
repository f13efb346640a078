/** Component names of a template and what they are called in the application. */
export type Renames = ReadonlyMap<string, string>;

const ADDRESS_KEY = /(host|addr|address|server|endpoint|url|uri|service|peer|broker|node|dsn)s?$/i;

/**
 * A text with the components it addresses renamed: `mysql:3306`, `http://api/x`, `root@db`. Words that merely look like
 * a component's name stay, unless the text's key is that of an address.
 */
export function renameAddresses(text: string, renames: Renames, key = ''): string {
  const whole = renames.get(text);
  if (whole !== undefined && (ADDRESS_KEY.test(key) || text.startsWith('tem-'))) return whole;
  if (![...renames.keys()].some((old) => text.includes(old))) return text;
  // In one pass: what one rename puts in must not be taken for the name of another component.
  return text.replaceAll(addressPattern(renames), (old) => renames.get(old) ?? old);
}

/** Names are DNS labels, which hold nothing a pattern would take for itself. Long ones first: one may begin another. */
function addressPattern(renames: Renames): RegExp {
  const names = [...renames.keys()].toSorted((left, right) => right.length - left.length).join('|');
  return new RegExp(`(?<=//|@)(?:${names})(?=[:/?.,]|$)|(?<![\\w.-])(?:${names})(?=:\\d)`, 'g');
}
