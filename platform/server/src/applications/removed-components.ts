/** Reads the names of removed components back from their column, which only ever we have written. */
export function namesOf(text: string): readonly string[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.map(String) : [];
}
