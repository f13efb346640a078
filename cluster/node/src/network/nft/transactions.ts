/**
 * How many elements are sent in one transaction. The kernel takes no more than a buffer of a few hundred kilobytes at once
 * from a user namespace, which is reached with about 4,000.
 */
export const MAX_ELEMENTS = 2_000;

/** A part of a ruleset that is never divided. */
export interface NftCommand {
  readonly text: string;
  /** What it takes of the buffer, in elements of a set. */
  readonly elements: number;
}

/** Joins commands, in their order, into texts for one transaction each. */
export function joinTransactions(commands: readonly NftCommand[]): readonly string[] {
  const texts: string[] = [];
  let [text, elements] = ['', 0];
  for (const command of commands) {
    if (text !== '' && elements + command.elements > MAX_ELEMENTS) {
      texts.push(text);
      [text, elements] = ['', 0];
    }
    text += `${command.text}\n`;
    elements += command.elements;
  }
  return text === '' ? texts : [...texts, text];
}

/** A set or map of a table of the family `ip`. */
export interface NftCollection {
  readonly table: string;
  readonly name: string;
}

/** Adds or deletes elements, each by its key; the value is empty in sets. */
export function elementCommands(
  verb: 'add' | 'delete',
  { table, name }: NftCollection,
  elements: ReadonlyMap<string, string>,
): readonly NftCommand[] {
  const texts = Array.from(elements, ([key, value]) => (value === '' || verb === 'delete' ? key : `${key} : ${value}`));
  const commands: NftCommand[] = [];
  for (let start = 0; start < texts.length; start += MAX_ELEMENTS) {
    const part = texts.slice(start, start + MAX_ELEMENTS);
    commands.push({ text: `${verb} element ip ${table} ${name} { ${part.join(', ')} }`, elements: part.length });
  }
  return commands;
}

/** Removes a table, whether it is there or not. */
export function removeTable(table: string): string {
  return `table ip ${table}\ndelete table ip ${table}\n`;
}
